"""The manifests against the schemas of Kubernetes, and against what the service needs."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.cli import COMMANDS
from service.settings import variables

FOLDER = Path(__file__).parents[2] / "deploy" / "k8s"
MANIFESTS = sorted(path for path in FOLDER.rglob("*.yaml") if path.name != "kustomization.yaml")
KUBECTL = shutil.which("kubectl") or shutil.which("kustomize")
needs_kustomize = pytest.mark.skipif(
    KUBECTL is None, reason="neither kubectl nor kustomize is installed here"
)

Document = dict[str, Any]


def documents(text: str) -> Iterator[Document]:
    return (document for document in yaml.safe_load_all(text) if document)


def written() -> list[Document]:
    return [each for path in MANIFESTS for each in documents(path.read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def built() -> str:
    """The example overlay as it would be applied."""
    assert KUBECTL
    build = "kustomize" if KUBECTL.endswith("kubectl") else "build"
    return subprocess.run(
        [KUBECTL, build, FOLDER / "example"], check=True, text=True, capture_output=True, timeout=60
    ).stdout


def require_valid(*paths: Path) -> None:
    validate = Path(sys.executable).with_name("kubernetes-validate")
    done = subprocess.run([validate, "--strict", *paths], check=False, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_manifest_is_valid() -> None:
    require_valid(*MANIFESTS)


@needs_kustomize
def test_the_example_overlay_can_be_built_and_is_valid(built: str, tmp_path: Path) -> None:
    path = tmp_path / "built.yaml"
    path.write_text(built, encoding="utf-8")
    require_valid(path)


def of_kind(*kinds: str) -> list[Any]:
    return [
        pytest.param(each, id=f"{each['kind']}-{each['metadata']['name']}")
        for each in written()
        if each["kind"] in kinds
    ]


PODS = of_kind("Deployment", "StatefulSet")
PARTS = of_kind("Deployment")


@pytest.mark.parametrize("workload", PODS)
def test_a_pod_may_write_to_its_volumes_alone_and_gain_no_rights(workload: Document) -> None:
    pod = workload["spec"]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert pod["automountServiceAccountToken"] is False
    for container in pod["containers"]:
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert set(container["resources"]["requests"]) == {"cpu", "memory"}
        assert "memory" in container["resources"]["limits"]


@pytest.mark.parametrize("workload", PARTS)
def test_a_part_is_never_fewer_than_it_was_and_keeps_one_through_disruptions(workload: Document) -> None:
    rolling = workload["spec"]["strategy"]["rollingUpdate"]
    assert rolling == {"maxSurge": 1, "maxUnavailable": 0}
    assert workload["spec"]["replicas"] >= 2
    name = workload["metadata"]["name"]
    (budget,) = (each for each in written() if each["kind"] == "PodDisruptionBudget" and named(each) == name)
    assert budget["spec"]["selector"] == workload["spec"]["selector"]
    assert budget["spec"]["minAvailable"] < workload["spec"]["replicas"]


@pytest.mark.parametrize("workload", PARTS)
def test_a_part_runs_what_exists(workload: Document) -> None:
    (container,) = workload["spec"]["template"]["spec"]["containers"]
    if "command" in container:  # else the image's: web
        program, command, *_ = container["command"]
        assert program == "spades"
        assert command in COMMANDS


def test_the_web_process_is_given_the_time_that_it_needs_to_stop() -> None:
    (web,) = (each for each in written() if each["kind"] == "Deployment" and named(each) == "spades-web")
    pod = web["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    _, waits = container["lifecycle"]["preStop"]["exec"]["command"]
    settings: Document = {}
    config = FOLDER.parent / "gunicorn.conf.py"
    exec(compile(config.read_text(encoding="utf-8"), config, "exec"), settings)  # as gunicorn reads it
    assert int(waits) + settings["graceful_timeout"] < pod["terminationGracePeriodSeconds"]


def test_some_workers_serve_players_alone_and_some_serve_both() -> None:
    containers = [
        each["spec"]["template"]["spec"]["containers"][0]
        for each in written()
        if each["kind"] == "Deployment"
    ]
    assert {each["command"][-1] for each in containers if each["name"] == "worker"} == {"live", "live,bulk"}


def test_the_tables_are_forgotten_by_nobody() -> None:
    (store,) = (each for each in written() if each["kind"] == "StatefulSet" and named(each) == "spades-redis")
    words = store["spec"]["template"]["spec"]["containers"][0]["command"]
    options = dict(zip(words[1::2], words[2::2], strict=True))
    assert (options["--appendonly"], options["--maxmemory-policy"]) == ("yes", "noeviction")
    assert store["spec"]["volumeClaimTemplates"]


def test_only_settings_that_exist_are_set() -> None:
    """In the literals of the generators."""
    given = [
        literal.partition("=")[0]
        for path in FOLDER.rglob("kustomization.yaml")
        for document in documents(path.read_text(encoding="utf-8"))
        for generator in (*document.get("configMapGenerator", ()), *document.get("secretGenerator", ()))
        for literal in generator["literals"]
    ]
    assert set(given) <= set(variables().values())
    assert {"SPADES_REDIS_URL", "SPADES_RQ_REDIS_URL"} <= set(given)


@needs_kustomize
def test_every_part_gets_the_settings_and_the_addresses_under_their_generated_names(built: str) -> None:
    found = list(documents(built))
    names = {named(each) for each in found if each["kind"] in ("ConfigMap", "Secret")}
    for part in (each for each in found if each["kind"] == "Deployment"):
        (container,) = part["spec"]["template"]["spec"]["containers"]
        used = {source["name"] for each in container["envFrom"] for source in each.values()}
        assert used == names


def named(document: Document) -> str:
    return str(document["metadata"]["name"])
