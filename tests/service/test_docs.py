"""The documentation as it is served: of our own files alone, whole, and leading nowhere that is not there."""

import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import service.api
from api_world import World, body_of, problem
from service.api.problem_types import CODES
from service.problems import STATUS
from service.texts import LANGUAGES

SITE = Path(service.api.__file__).parent / "site"
VENDORED = sorted((SITE / "vendor").iterdir())
PAGES = sorted(path.relative_to(SITE / "pages") for path in (SITE / "pages").rglob("*.html"))
ADDRESSES = ["/docs", *(f"/docs/{page.with_suffix('').as_posix()}" for page in PAGES)]


@pytest.fixture
def world() -> World:
    return World()


class Links(HTMLParser):
    """What a page loads and leads to, and the names of its places."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.places: set[str] = set()
        self.inline: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.targets += [value for name in ("href", "src") if (value := given.get(name))]
        self.places |= {value for name in ("id",) if (value := given.get(name))}
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag in ("style", "script") and "src" not in given:
            self.inline.append(tag)


@pytest.mark.parametrize("folder", VENDORED, ids=[each.name for each in VENDORED])
def test_what_others_wrote_is_unchanged_and_has_its_licence(folder: Path) -> None:
    vendor = json.loads((folder / "VENDOR.json").read_text(encoding="utf-8"))
    files = {path.name: path for path in folder.iterdir() if path.name != "VENDOR.json"}
    assert {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()} == vendor[
        "sha256"
    ]
    assert "LICENSE" in files
    assert folder.name.endswith(vendor["version"])
    assert vendor["license"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_loads_nothing_from_elsewhere_and_every_link_leads_somewhere(
    world: World, address: str
) -> None:
    answer = world.get(address)
    assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
    links = Links(answer.get_data(as_text=True))
    assert links.inline == []
    for target in links.targets:
        if target.startswith(("https://", "data:")):
            continue
        path, _, place = target.partition("#")
        there = world.get(path or address)
        assert there.status_code == 200, target
        assert not place or place in Links(there.get_data(as_text=True)).places, target


def test_no_page_loads_a_foreign_file() -> None:
    for page in [SITE / "reference.html", *(SITE / "pages" / page for page in PAGES)]:
        loaded = re.findall(
            r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"([^\"]*)\"", page.read_text("utf-8")
        )
        assert all(each.startswith(("/docs/", "data:")) for each in loaded)


def test_the_guide_and_the_rules_speak_the_readers_language(world: World) -> None:
    assert '<html lang="ja">' in world.get("/docs/rules", Accept_Language="ja").get_data(as_text=True)
    english = world.get("/docs/rules")
    assert '<html lang="en">' in english.get_data(as_text=True)
    assert "Accept-Language" in english.headers["Vary"]


def test_a_page_without_a_translation_is_there_in_english_and_says_so(world: World) -> None:
    for path in ("/docs/ja/changes", "/docs/changes"):
        answer = world.get(path, Accept_Language="ja")
        page = answer.get_data(as_text=True)
        assert '<html lang="en">' in page
        assert "(English only)" in page
        assert answer.headers.getlist("Content-Language") == ["en"]


def test_a_page_is_labelled_with_its_own_language(world: World) -> None:
    for path in ("/docs/ja/rules", "/docs/rules"):
        answer = world.get(path, Accept_Language="ja")
        assert answer.headers.getlist("Content-Language") == ["ja"]
        assert "English only" not in answer.get_data(as_text=True)


def test_what_is_said_to_authors_is_on_no_page() -> None:
    assert not any("make docs" in (SITE / "pages" / page).read_text("utf-8") for page in PAGES)


def test_a_program_of_the_guide_can_be_fetched(world: World) -> None:
    answer = world.get("/docs/en/guide/first_client.py")
    assert (answer.status_code, answer.content_type) == (200, "text/plain; charset=utf-8")


@pytest.mark.parametrize(
    "path",
    [
        "/docs/nothing",
        "/docs/en/nothing",
        "/docs/xx/guide",
        "/docs/assets/../docs.py",
        "/docs/assets/",
        "/docs/en/",
    ],
)
def test_nothing_else_is_there(world: World, path: str) -> None:
    assert problem(world.get(path)) == (404, "not_found")


def test_files_are_packed_for_who_takes_it_and_kept_by_their_tag(world: World) -> None:
    path = "/docs/assets/vendor/swagger-ui-5.35.0/swagger-ui-bundle.js"
    plain, packed = world.get(path), world.get(path, Accept_Encoding="gzip, br")
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data) / 3
    assert "immutable" in packed.headers["Cache-Control"]
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert world.get(path, If_None_Match=plain.headers["ETag"]).status_code == 304
    assert world.get("/docs").headers["Cache-Control"] == "no-cache"


# ---- The type of a problem


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_the_type_of_every_problem_leads_to_what_it_means(world: World, code: str, language: str) -> None:
    answer = world.get(f"/problems/{code}", Accept_Language=language)
    body = body_of(answer)
    assert (body["type"], body["code"], body["status"]) == (f"/problems/{code}", code, STATUS[CODES[code]])
    texts = [body["title"], body["detail"], body["advice"]]
    assert all(texts)
    assert not any("{" in text for text in texts)
    assert all(bool(re.search("[ぁ-んァ-ヶ]", text)) is (language == "ja") for text in texts)


def test_a_person_who_follows_the_type_comes_to_its_place_on_the_page(world: World) -> None:
    answer = world.get("/problems/turn_expired", Accept="text/html,*/*;q=0.8", Accept_Language="ja")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/docs/ja/problems#turn_expired")
    assert "Accept" in answer.headers["Vary"].split(", ")
    assert 'id="turn_expired"' in world.get("/docs/ja/problems").get_data(as_text=True)


def test_a_code_that_is_none_is_not_found(world: World) -> None:
    assert problem(world.get("/problems/nothing")) == (404, "not_found")
