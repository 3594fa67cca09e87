"""The edge of HTTP: CORS, caches, security headers, HEAD, OPTIONS, slashes, and members named twice."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from werkzeug.test import TestResponse

from api_world import World, body_of, problem
from service.ports import StoreUnavailable
from service.settings import BadSetting, Settings, parse_origins

APP = "https://app.example"
TABLE = "/v1/tables/tb_03AAAAAAAAAAAAAAAAAAAAAA"
ASKED = {"Origin": APP, "Access-Control-Request-Method": "POST"}


def world_for(origins: str) -> World:
    return World(settings=Settings(cors_origins=origins, max_body_bytes=1000))


@pytest.fixture
def world() -> World:
    return world_for(f"{APP}, capacitor://localhost")


ANSWERS: list[tuple[int, Callable[[World], TestResponse]]] = [
    (200, lambda world: world.get("/v1", Origin=APP)),
    (200, lambda world: world.get("/docs", Origin=APP)),
    (201, lambda world: world.post("/v1/tables", {}, Origin=APP)),
    (304, lambda world: world.get("/v1/rules", Origin=APP, If_None_Match="*")),
    (
        400,
        lambda world: world.http.post("/v1/join", data="{", content_type="application/json", headers=ASKED),
    ),
    (401, lambda world: world.get(f"{world.make().path}/view", Origin=APP)),
    (403, lambda world: world.post("/v1/join", {"join_code": "07K2QM", "name": "x"}, Origin=APP)),
    (404, lambda world: world.get("/v1/nothing", Origin=APP)),
    (404, lambda world: world.get(TABLE, Origin=APP)),
    (405, lambda world: world.http.put("/v1/tables", headers=ASKED)),
    (413, lambda world: world.post("/v1/tables", {"x": "y" * 2000}, Origin=APP)),
    (415, lambda world: world.http.post("/v1/tables", data="x", headers=ASKED)),
    (422, lambda world: world.post("/v1/tables", {"x": 1}, Origin=APP)),
]


@pytest.mark.parametrize(("status", "ask"), ANSWERS, ids=[f"{n} {each[0]}" for n, each in enumerate(ANSWERS)])
def test_every_answer_can_be_read_by_an_allowed_origin(
    world: World, status: int, ask: Callable[[World], TestResponse]
) -> None:
    answer = ask(world)
    assert answer.status_code == status
    assert answer.headers["Access-Control-Allow-Origin"] == APP
    exposed = answer.headers["Access-Control-Expose-Headers"].split(", ")
    assert {"ETag", "Location", "Retry-After", "RateLimit", "RateLimit-Policy"} <= set(exposed)
    assert {"Idempotency-Replayed", "Preference-Applied", "Content-Language"} <= set(exposed)
    assert "Origin" in answer.headers["Vary"].split(", ")
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert len(answer.headers.getlist("Vary")) == 1


@pytest.mark.parametrize(("error", "status"), [(StoreUnavailable(), 503), (RuntimeError(), 500)])
def test_failures_can_be_read_too(error: Exception, status: int) -> None:
    class Failing:
        def load(self, *_args: object) -> None:
            raise error

    world = World(settings=Settings(cors_origins=APP), wrap=lambda ports: replace(ports, store=Failing()))
    answer = world.get(TABLE, Origin=APP)
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (status, APP)


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", f"{APP}.evil.example", "http://app.example", ""]
)
def test_another_origin_is_granted_nothing(world: World, origin: str) -> None:
    for answer in (
        world.get("/v1", Origin=origin),
        world.http.options("/v1", headers={**ASKED, "Origin": origin}),
    ):
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
        assert "Origin" in answer.headers["Vary"]


def test_without_a_list_no_origin_is_granted_anything_and_answers_depend_on_none() -> None:
    answer = world_for("").get("/v1/rules", Origin=APP)
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Language"


def test_a_star_lets_every_origin_in_and_caches_keep_one_answer_for_all() -> None:
    answer = world_for("*").get("/v1/rules", Origin="https://anybody.example")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Vary"] == "Accept-Language"


@pytest.mark.parametrize("path", ["/v1/tables", TABLE, "/v1/nothing", f"{TABLE}/bid"])
def test_a_preflight_is_granted_whatever_is_there(world: World, path: str) -> None:
    """Else a browser's program could never read the 404 or 405 that follows."""
    answer = world.http.options(path, headers=ASKED)
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == APP
    assert {"GET", "POST", "PATCH"} <= set(answer.headers["Access-Control-Allow-Methods"].split(", "))
    allowed = {name.lower() for name in answer.headers["Access-Control-Allow-Headers"].split(", ")}
    assert {"authorization", "content-type", "idempotency-key", "if-match", "if-none-match"} <= allowed
    assert {"last-event-id", "prefer", "accept-language"} <= allowed
    assert int(answer.headers["Access-Control-Max-Age"]) > 0
    assert {"Origin", "Access-Control-Request-Method"} <= set(answer.headers["Vary"].split(", "))


@pytest.mark.parametrize(
    ("text", "origins"),
    [
        ("", set()),
        (" , ", set()),
        ("https://a.example", {"https://a.example"}),
        ("http://localhost:5173,capacitor://localhost", {"http://localhost:5173", "capacitor://localhost"}),
        ("*", {"*"}),
    ],
)
def test_origins_are_listed_with_commas(text: str, origins: set[str]) -> None:
    assert parse_origins(text) == origins


@pytest.mark.parametrize(
    "text", ["https://a.example/", "a.example", "https://*.example", "https://a b", "null"]
)
def test_what_no_browser_would_send_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(BadSetting, match="SPADES_CORS_ORIGINS"):
        World(settings=Settings(cors_origins=text))


# ---- Caches


def test_what_a_bearer_sees_is_kept_by_nobody(world: World) -> None:
    table = world.make()
    south = table.tokens["S"]
    ends = ("", "/view", "/events", "/deals", "/record", "/actions/none")
    answers = [world.get(f"{table.path}{end}", south) for end in ends]
    answers += [
        world.act(table, "S"),
        world.post(f"{table.path}/close", {}, table.host),
        world.get("/v1", "st_x"),
    ]
    assert {answer.headers["Cache-Control"] for answer in answers} == {"no-store"}
    assert all("Authorization" in answer.headers["Vary"] for answer in answers[:-1])


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/openapi.json"])
def test_what_is_the_same_for_everybody_may_be_kept_and_asked_for_again(world: World, path: str) -> None:
    first = world.get(path)
    assert first.headers["Cache-Control"] == "public, max-age=300"
    assert "Authorization" not in first.headers["Vary"]
    again = world.get(path, If_None_Match=f"W/{first.headers['ETag']}")
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"]


def test_the_rules_have_a_tag_for_each_language(world: World) -> None:
    english, japanese = world.get("/v1/rules"), world.get("/v1/rules", Accept_Language="ja")
    assert english.headers["ETag"] != japanese.headers["ETag"]
    assert (english.headers["Content-Language"], japanese.headers["Content-Language"]) == ("en", "ja")


@pytest.mark.parametrize(("header", "language"), [("ja;q=0.9, en;q=0.1", "ja"), ("fr", "en"), ("*", "en")])
def test_an_answer_with_texts_names_its_language(world: World, header: str, language: str) -> None:
    table = world.make()
    answers = [
        world.get(table.path, Accept_Language=header),
        world.get("/v1/nothing", Accept_Language=header),
        world.post("/v1/join", {}, Accept_Language=header),
        world.get(f"{table.path}/view", table.tokens["S"], Accept_Language=header),
    ]
    assert {answer.headers["Content-Language"] for answer in answers} == {language}
    assert all("Accept-Language" in answer.headers["Vary"] for answer in answers)


def test_a_header_on_which_an_answer_depends_is_named_once(world: World) -> None:
    answer = world.get(f"{world.make().path}/events")
    names = answer.headers["Vary"].split(", ")
    assert "Accept" in names
    assert sorted(names) == sorted(set(names))


def test_an_answer_without_texts_names_none(world: World) -> None:
    for path in ("/healthz", "/v1", "/v1/openapi.json", f"{world.make().path}/record"):
        assert "Content-Language" not in world.get(path).headers


# ---- Headers that protect


@pytest.mark.parametrize("path", ["/v1", "/v1/nothing", "/docs", "/healthz", "/docs/assets/site.css"])
def test_every_answer_is_what_it_says_and_is_framed_by_nobody(world: World, path: str) -> None:
    headers = world.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    policies = headers.getlist("Content-Security-Policy")
    assert len(policies) == 1
    assert "default-src 'none'" in policies[0]
    assert "frame-ancestors 'none'" in policies[0]
    assert "unsafe" not in policies[0]


# ---- Methods and addresses


@pytest.mark.parametrize(
    "host", ["", "a host", "a..b", "[::1]:80", f"{'x' * 300}.example", "ä", "evil:99999"]
)
def test_the_host_that_is_asked_for_changes_nothing(world: World, host: str) -> None:
    answer = world.http.get("/v1/rules", environ_overrides={"HTTP_HOST": host})
    assert (answer.status_code, answer.data) == (200, world.get("/v1/rules").data)


@pytest.mark.parametrize(
    "path", ["/v1", "/v1/rules", "/v1/tables", TABLE, "/v1/nothing", "/docs", "/healthz"]
)
def test_head_is_get_without_the_body(world: World, path: str) -> None:
    head, get = world.http.head(path), world.get(path)
    assert (head.status_code, head.data) == (get.status_code, b"")
    assert head.headers["Content-Length"] == str(len(get.data))
    moving = {"X-Request-Id"}
    assert {name: value for name, value in head.headers if name not in moving} == {
        name: value for name, value in get.headers if name not in moving
    }


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/v1/tables", {"GET", "HEAD", "OPTIONS", "POST"}), ("/v1/join", {"OPTIONS", "POST"})],
)
def test_options_tells_the_methods(world: World, path: str, allowed: set[str]) -> None:
    answer = world.http.options(path)
    assert (answer.status_code, answer.data) == (204, b"")
    assert set(answer.headers["Allow"].split(", ")) == allowed
    assert "Content-Type" not in answer.headers


def test_options_of_nothing_is_not_found(world: World) -> None:
    assert problem(world.http.options("/v1/nothing")) == (404, "not_found")


def test_a_slash_at_the_end_is_the_same_and_redirects_nowhere(world: World) -> None:
    assert body_of(world.get("/v1/tables/")) == body_of(world.get("/v1/tables"))
    table = world.make()
    assert world.post(f"{table.path}/close/", {}, table.host).status_code == 200
    assert world.post("/v1/tables/", {}).status_code == 201


def test_no_call_of_the_api_redirects(world: World) -> None:
    for rule in world.app.url_map.iter_rules():
        if rule.rule.startswith("/v1"):
            path = rule.rule.replace("<table:table_id>", TABLE.rpartition("/")[2])
            assert world.get(f"{path}/").status_code not in range(300, 400)


# ---- Members named twice


@pytest.mark.parametrize(
    "body",
    ['{"name": "a", "name": "b"}', '{"rules": {"nil": true, "nil": false}}', '[{"a": 1, "\\u0061": 2}]'],
)
def test_a_member_named_twice_is_no_json(world: World, body: str) -> None:
    assert problem(world.http.post("/v1/tables", data=body, content_type="application/json")) == (
        400,
        "not_json",
    )


def test_the_same_name_in_two_objects_is_none_twice(world: World) -> None:
    cpu = {"kind": "cpu"}
    assert world.post("/v1/tables", {"seats": {"N": cpu, "E": cpu}}).status_code == 201


@pytest.mark.parametrize("body", ["[" * 900 + "]" * 900, '{"turn": ' + "9" * 900 + "}"])
def test_deep_and_long_json_is_refused_and_never_a_bug(world: World, body: str) -> None:
    answer = world.http.post("/v1/tables", data=body.encode(), content_type="application/json")
    assert answer.status_code in (400, 413, 422)


@pytest.mark.parametrize("number", ["30", "30.0", "3e1", "300e-1"])
def test_a_whole_number_is_one_however_it_is_written(world: World, number: str) -> None:
    """For JSON Schema, and so for the document, each of these is an integer."""
    body = f'{{"rules": {{"bag_limit": 7.0}}, "turn_seconds": {number}}}'
    answer = world.http.post("/v1/tables", data=body, content_type="application/json")
    assert answer.status_code == 201
    shown = body_of(answer)["table"]
    assert (shown["turn_seconds"], shown["rules"]["bag_limit"]) == (30, 7)
    assert b"30.0" not in answer.data


def test_the_same_number_written_otherwise_is_the_same_body(world: World) -> None:
    table = world.make()
    south = {"Authorization": f"Bearer {table.tokens['S']}", "Idempotency-Key": "bid-1"}
    first, again = (
        world.http.post(f"{table.path}/bid", data=data, content_type="application/json", headers=south)
        for data in ('{"bid": {"tricks": 3}}', '{"bid": {"tricks": 3.0}}')
    )
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.headers["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("山田\u3000太郎", 201),
        ("\U0001f469\u200d\U0001f467 ❤\ufe0f", 201),
        ("O'Neil-Müller", 201),
        ("\u3000 \u3000", 422),
        ("a\u202eb", 422),
        ("\u200b", 422),
        ("a\nb", 422),
        ("a\n", 422),
        ("\ue000", 422),
    ],
)
def test_a_name_is_seen_as_it_is(world: World, name: str, status: int) -> None:
    assert world.post("/v1/tables", {"seats": {"N": {"kind": "cpu", "name": name}}}).status_code == status
