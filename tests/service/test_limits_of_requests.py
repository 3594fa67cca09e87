"""How large, how deep and how long a request may be is a setting."""

import os
import subprocess
import sys

import pytest

from api_world import World, problem
from quota_world import world_with
from service.api.requests import is_deeper
from service.settings import Settings


def nested(depth: int, pair: str = "[]") -> str:
    return pair[0] * depth + pair[1] * depth


@pytest.mark.parametrize(
    ("body", "depth"),
    [
        pytest.param("1", 0, id="a number"),
        pytest.param('"[[[[[[[["', 0, id="brackets in a text"),
        pytest.param(r'["\"[[[[[[[[", 1]', 1, id="a quote in a text"),
        pytest.param(r'["\\", "[[[[[[[["]', 1, id="a backslash at the end of a text"),
        pytest.param("[[],[],[],[],[],[]]", 2, id="side by side"),
        pytest.param('{"a":{"b":[{"c":1}]}}', 4, id="objects and lists"),
        pytest.param("[" * 9, 9, id="never closed"),
        pytest.param("]]]]" + "[" * 9, 5, id="closed first"),
    ],
)
def test_how_deep_a_body_is(body: str, depth: int) -> None:
    assert is_deeper(body.encode(), depth - 1) or depth == 0
    assert not is_deeper(body.encode(), depth)


@pytest.mark.parametrize("pair", ["[]", "{}"])
def test_a_body_may_be_nested_so_deep_and_no_deeper(pair: str) -> None:
    world = world_with(max_json_depth=4)

    def post(depth: int) -> tuple[int, str]:
        value = nested(depth, pair) if pair == "[]" else '{"a":' * depth + "1" + "}" * depth
        return problem(
            world.http.post("/v1/tables", data=f'{{"metadata": {value}}}', content_type="application/json")
        )

    assert post(3) == (422, "invalid_field")
    assert post(4) == (400, "not_json")
    assert post(5_000) == (400, "not_json")


def test_every_body_of_ours_is_far_from_the_default() -> None:
    assert Settings().max_json_depth >= 8
    world = World()
    assert world.make(rules={"preset": "standard"}, metadata={"a": "{[" * 50}).table_id


def test_the_headers_that_are_read_are_settings() -> None:
    code = (
        "import service.gunicorn_conf as conf;print(conf.limit_request_fields, conf.limit_request_field_size)"
    )
    env = {**os.environ, "SPADES_MAX_HEADERS": "17", "SPADES_MAX_HEADER_BYTES": "1234"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["17", "1234"]


@pytest.mark.parametrize(
    ("name", "text", "is_good"),
    [
        pytest.param("SPADES_TRUSTED_PROXIES", "0", True, id="no proxy"),
        pytest.param("SPADES_TRUSTED_PROXIES", "-1", False, id="less than none"),
        pytest.param("SPADES_MAX_JSON_DEPTH", "0", False, id="no depth"),
        pytest.param("SPADES_CREATE_NEEDS_KEY", "true", True, id="yes"),
        pytest.param("SPADES_CREATE_NEEDS_KEY", "false", True, id="no"),
        pytest.param("SPADES_CREATE_NEEDS_KEY", "yes", False, id="another word"),
        pytest.param("SPADES_CREATE_NEEDS_KEY", "", False, id="nothing"),
    ],
)
def test_what_a_setting_takes(name: str, text: str, is_good: bool) -> None:
    from service.settings import BadSetting

    if is_good:
        assert Settings.from_env({name: text})
    else:
        with pytest.raises(BadSetting, match=name):
            Settings.from_env({name: text})


def test_a_false_flag_is_false() -> None:
    assert Settings.from_env({"SPADES_CREATE_NEEDS_KEY": "false"}).create_needs_key is False
    assert Settings.from_env({"SPADES_CREATE_NEEDS_KEY": "true"}).create_needs_key is True
