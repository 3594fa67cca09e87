"""How the web client is served: one page under a strict policy, and files that browsers may keep for ever."""

import gzip
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from api_world import World
from service.settings import Settings
from service.web import pages

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "require-trusted-types-for 'script'; trusted-types lit-html"
)
ADDRESSES = ("/play", "/play/tb_any")
TABLE = ADDRESSES[1]
FOREVER = "max-age=315360000, public, immutable"


@pytest.fixture
def world() -> World:
    return World()


def with_web(value: str) -> World:
    return World(settings=replace(Settings(), web=value))


class Page(HTMLParser):
    """What a page loads; what of it is inline."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.inline: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.loaded += [value for name in ("href", "src") if (value := given.get(name))]
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(tag)


@pytest.mark.parametrize("address", ["/play", "/play/", TABLE])
def test_the_page_is_there(world: World, address: str) -> None:
    answer = world.get(address)
    assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_page_has_a_strict_policy_and_nothing_inline(world: World, address: str) -> None:
    answer = world.get(address)
    assert answer.headers.getlist("Content-Security-Policy") == [
        f"{POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ]
    assert Page(answer.get_data(as_text=True)).inline == []
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("address", ADDRESSES)
def test_all_that_the_page_names_is_there_and_kept_for_ever(world: World, address: str) -> None:
    loaded = Page(world.get(address).get_data(as_text=True)).loaded
    assert len(loaded) > 10
    for file in loaded:
        assert file.startswith(f"/static/{pages.version()}/")
        answer = world.get(file)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, FOREVER), file
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in answer.headers
        answer.close()


def test_the_page_names_each_module_so_that_none_is_waited_for_twice(world: World) -> None:
    """Those of a table are named apart in the lobby, which fetches none of them."""
    lobby, _, later = world.get("/play").get_data(as_text=True).partition("<template>")
    assert _preloaded(lobby) == set(pages.modules()) - {pages.WORDS, pages.START}
    assert _preloaded(later) == set(pages.modules(pages.AT_TABLE)) - set(pages.modules())
    at_table = world.get(TABLE).get_data(as_text=True)
    assert "<template>" not in at_table
    assert _preloaded(at_table) == _preloaded(lobby) | _preloaded(later)


def _preloaded(html: str) -> set[str]:
    return set(re.findall(r'rel="modulepreload" href="/static/\w+/([^"]+)"', html))


def test_files_have_their_type_and_are_packed(world: World) -> None:
    base = f"/static/{pages.version()}"
    for path, content_type in (
        ("js/main.js", "text/javascript"),
        ("css/tokens.css", "text/css"),
        ("icons/app.svg", "image/svg+xml"),
        ("i18n/ja.json", "application/json"),
    ):
        plain = world.get(f"{base}/{path}")
        assert plain.content_type.partition(";")[0] == content_type
        packed = world.get(f"{base}/{path}", Accept_Encoding="gzip")
        if "Content-Encoding" in packed.headers:  # where it is worth it
            assert packed.headers["Vary"] == "Accept-Encoding"
            assert gzip.decompress(packed.get_data()) == plain.get_data()
        plain.close()
        packed.close()
    packed = world.get(f"{base}/js/match.js", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    packed.close()


def test_the_page_is_packed_and_known_again(world: World) -> None:
    plain, packed = world.get("/play"), world.get("/play", Accept_Encoding="gzip")
    assert gzip.decompress(packed.get_data()) == plain.get_data()
    assert packed.headers["ETag"] != plain.headers["ETag"]
    again = world.get("/play", If_None_Match=plain.headers["ETag"])
    assert (again.status_code, again.get_data()) == (304, b"")
    assert plain.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["js/none.js", "../pages.py", "js/../../pages.py", "js/main.js.gz", "js"])
def test_nothing_else_of_the_folder_is_served(world: World, path: str) -> None:
    assert world.get(f"/static/{pages.version()}/{path}").status_code == 404


def test_a_page_of_another_release_gets_what_there_is_but_may_not_keep_it(world: World) -> None:
    answer = world.get("/static/0123456789abcdef/js/main.js")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert answer.content_type == "text/javascript; charset=utf-8"
    answer.close()
    assert world.get("/static/0123456789abcdef/js/none.js").status_code == 404


def test_the_address_of_the_service_leads_a_person_to_the_table(world: World) -> None:
    answer = world.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/play")


def test_the_client_can_be_left_out() -> None:
    world = with_web("off")
    assert world.get("/play").status_code == 404
    assert world.get(f"/static/{pages.version()}/js/main.js").status_code == 404
    assert world.get("/").headers["Location"] == "/docs"


def test_who_edits_the_files_sees_them_as_they_are_now() -> None:
    world = with_web("dev")
    assert 'src="/static/dev/js/main.js"' in world.get("/play").get_data(as_text=True)
    answer = world.get("/static/dev/js/main.js")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "max-age=0, public")
    answer.close()


def test_where_no_copy_can_be_made_the_files_are_served_as_they_are() -> None:
    def refuse() -> pages.Copy:
        raise OSError("no space left")

    assert pages.packed(refuse) == pages.STATIC
