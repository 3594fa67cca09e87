"""Reading a page of Prometheus's text format."""

from prometheus_client.parser import text_string_to_metric_families

Labels = dict[str, str]


def samples(page: str, name: str) -> list[tuple[Labels, float]]:
    """All samples of that name."""
    found = (each for family in text_string_to_metric_families(page) for each in family.samples)
    return [(each.labels, each.value) for each in found if each.name == name]


def value(page: str, sample: str, **labels: str) -> float:
    """The one sample of that name and those labels; 0: there is none."""
    found = [number for given, number in samples(page, sample) if given == labels]
    assert len(found) <= 1, f"{sample} is there more than once"
    return found[0] if found else 0.0
