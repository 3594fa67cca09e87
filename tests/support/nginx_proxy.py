"""deploy/nginx/spades.conf, run by a real nginx as whoever runs the tests, on a free port."""

import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from polling import eventually
from process_ports import free_ports

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "deploy" / "nginx" / "spades.conf"
ORIGIN = "https://app.example"
_NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
needs_nginx = pytest.mark.skipif(_NGINX is None, reason="nginx is not installed here")
needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed here")


@dataclass(frozen=True)
class Proxy:
    folder: Path
    port: int

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return (self.folder / "spades.log").read_text(encoding="utf-8")

    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "spades.pem"))


def written(folder: Path, upstream: int) -> Proxy:
    """The example with the places of this machine, and its main file around it."""
    proxy = Proxy(folder, free_ports(1)[0])
    _make_certificate(folder)
    text = EXAMPLE.read_text(encoding="utf-8")
    changes = (
        (r"/etc/ssl/(certs|private)/", f"{folder}/"),
        (r"/var/log/nginx/", f"{folder}/"),
        (r"listen \[::\]:.*\n", "\n"),
        (r"listen 80;", f"listen 127.0.0.1:{free_ports(1)[0]};"),
        (r"listen 443 ", f"listen 127.0.0.1:{proxy.port} "),
        (r"server 127\.0\.0\.1:8000;", f"server 127.0.0.1:{upstream};"),
        (r'# ("https://app\.example" \$http_origin;)', r"\1"),
    )
    for pattern, replacement in changes:
        text, times = re.subn(pattern, replacement, text)
        assert times, pattern
    (folder / "spades.conf").write_text(text, encoding="utf-8")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ {temporary} include {folder}/spades.conf; }}\n",
        encoding="utf-8",
    )
    return proxy


def check(proxy: Proxy) -> subprocess.CompletedProcess[str]:
    """nginx's own check of the configuration."""
    return subprocess.run(
        (*_argv(proxy), "-t"), check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


@contextmanager
def running_proxy(proxy: Proxy) -> Iterator[None]:
    with subprocess.Popen(_argv(proxy), stderr=subprocess.DEVNULL) as process:
        try:
            eventually(lambda: _answers(proxy.port))
            yield
        finally:
            process.terminate()


def _argv(proxy: Proxy) -> tuple[str, ...]:
    return (str(_NGINX), "-p", str(proxy.folder), "-e", "stderr", "-c", str(proxy.folder / "nginx.conf"))


def _answers(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def _make_certificate(folder: Path) -> None:
    subprocess.run(
        (
            *(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
            ),
            *("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"),
            *("-keyout", "spades.key", "-out", "spades.pem"),
        ),
        check=True,
        cwd=folder,
        capture_output=True,
    )
