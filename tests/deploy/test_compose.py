"""docker-compose.yml and the image agree with the code: parts, settings, files, the patience at a stop."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyCompose
from gunicorn.config import Config

from deployment import running_deployment
from polling import eventually
from service.cli import COMMANDS
from service.settings import variables

ROOT = Path(__file__).parents[2]
PARTS = ("web", "worker-live", "worker-any", "ticker")
STORES = ("redis", "redis-jobs")


@pytest.fixture
def services() -> dict[str, Any]:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    return dict(compose["services"])


@pytest.fixture
def gunicorn_settings() -> dict[str, Any]:
    path = ROOT / "deploy" / "gunicorn.conf.py"
    settings: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), path, "exec"), settings)  # as gunicorn reads it
    return settings


def test_it_is_what_the_compose_specification_says() -> None:
    """Merges are made first: the specification leaves them to YAML."""
    merged = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    compose = PyCompose.from_yaml(yaml.safe_dump(merged))
    compose.validate_volumes()
    assert compose.service_names()


def test_every_part_of_the_service_runs(services: dict[str, Any]) -> None:
    assert sorted(services) == sorted([*PARTS, *STORES])


@pytest.mark.parametrize("part", [*PARTS, *STORES])
def test_a_part_tells_its_health_and_may_write_nowhere(services: dict[str, Any], part: str) -> None:
    assert services[part]["healthcheck"]["test"]
    assert services[part]["read_only"] is True
    assert services[part]["cap_drop"] == ["ALL"]


@pytest.mark.parametrize("part", PARTS)
def test_a_health_check_in_python_can_be_compiled(services: dict[str, Any], part: str) -> None:
    *_, program = services[part]["healthcheck"]["test"]
    compile(program, part, "exec")


@pytest.mark.parametrize("part", ["worker-live", "worker-any", "ticker"])
def test_a_part_runs_a_command_of_spades(services: dict[str, Any], part: str) -> None:
    program, command, *_ = services[part]["command"]
    assert program == "spades"
    assert command in COMMANDS


@pytest.mark.parametrize("part", PARTS)
def test_only_settings_that_exist_are_set(services: dict[str, Any], part: str) -> None:
    assert set(services[part]["environment"]) <= set(variables().values())


@pytest.mark.parametrize("part", PARTS)
def test_the_image_is_built_from_files_that_exist(services: dict[str, Any], part: str) -> None:
    assert (ROOT / services[part]["build"]["dockerfile"]).is_file()


def test_what_the_image_copies_exists_and_is_not_ignored() -> None:
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    copies = [line.split()[1:-1] for line in dockerfile.splitlines() if line.startswith("COPY")]
    sources = [source for copy in copies if not copy[0].startswith("--") for source in copy]
    kept = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert [source for source in sources if not (ROOT / source).exists()] == []
    assert [source for source in sources if f"!{source}" not in kept] == []


def test_the_store_forgets_nothing(services: dict[str, Any]) -> None:
    words = services["redis"]["command"]
    options = dict(zip(words[1::2], words[2::2], strict=True))
    assert options["--appendonly"] == "yes"
    assert options["--maxmemory-policy"] == "noeviction"


def test_gunicorn_knows_the_settings_and_is_given_time_to_stop(
    services: dict[str, Any], gunicorn_settings: dict[str, Any]
) -> None:
    known = Config().settings
    for name, value in gunicorn_settings.items():
        if name in known:
            known[name].set(value)
    assert known["worker_class"].get() == "service.gunicorn_worker.ProblemWorker"  # gevent, with our problems
    assert known["control_socket_disable"].get() is True
    assert known["graceful_timeout"].get() < int(services["web"]["stop_grace_period"].removesuffix("s"))


@pytest.mark.slow
def test_the_health_checks_are_green_while_a_part_runs_and_red_after_it(
    services: dict[str, Any], tmp_path: Path
) -> None:
    def is_healthy(part: str) -> bool:
        *_, program = services[part]["healthcheck"]["test"]
        program = program.replace("http://127.0.0.1:8000", deployment.urls[0])
        argv = (sys.executable, "-c", program)
        return subprocess.run(argv, env=deployment.env, check=False, capture_output=True).returncode == 0

    with running_deployment(tmp_path) as deployment:
        assert [part for part in PARTS if not is_healthy(part)] == []
        deployment.stop()
        eventually(lambda: not any(map(is_healthy, PARTS)))
