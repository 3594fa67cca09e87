"""The watch that the other tests rely on sees what it is there for; no visitor finds what another kept."""

from polling import eventually
from visits import Visit
from whole_service import Service

TROUBLE = """() => {
  console.log('said');
  document.body.append(Object.assign(document.createElement('img'), { src: '/elsewhere.png' }));
  document.body.append(Object.assign(document.createElement('img'), { src: 'http://elsewhere.invalid/' }));
}"""
KEPT = "() => localStorage.getItem('spades.kept')"


def test_trouble_on_a_page_is_seen(service: Service, visit: Visit) -> None:
    with visit(service.url) as visitor:
        page = visitor.open()
        assert visitor.trouble == []
        page.evaluate(TROUBLE)
        for told in (
            "console log: said",
            f"404: GET {service.url}/elsewhere.png",
            "failed: GET http://elsewhere.invalid/ csp",
            "CSP: img-src http://elsewhere.invalid/",
        ):
            # The page is asked for something so that what it has to tell is taken in.
            eventually(lambda told=told: page.evaluate("true") and told in "\n".join(visitor.trouble))


def test_a_lent_profile_is_empty(service: Service, visit: Visit) -> None:
    with visit(service.url) as visitor:
        lent = visitor.context
        page = visitor.open()
        page.evaluate("() => localStorage.setItem('spades.kept', '1')")
        assert page.evaluate(KEPT) == "1"
    with visit(service.url) as visitor:
        assert visitor.context is lent
        assert visitor.open().evaluate(KEPT) is None
