"""The results of the hot loop of the CPU players, as lines. As a script: those of its plain source."""

import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from random import Random

CPU = Path(__file__).parents[2] / "engine" / "cpu"
MODULES = ("card_rules", "playout")
_WORLDS = 3


class _FromSource:
    """Finds the modules of the hot loop by their source, where a compiled one would come first."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        package, _, module = name.rpartition(".")
        if package != "engine.cpu" or module not in MODULES:
            return None
        path = str(CPU / f"{module}.py")
        return spec_from_file_location(name, path, loader=SourceFileLoader(name, path))


def results(count: int) -> Iterator[str]:
    """Of `count` random moments under each kind of rules: the card, worlds supposed, their outcomes."""
    from cpu_tables import BLIND, DUEL, JOKERS, SUICIDE, WHIZ, decisions
    from engine.cards import cards_in
    from engine.cpu import card_rules
    from engine.cpu.knowledge import Knowledge
    from engine.cpu.playout import play_worlds, random_deal
    from engine.cpu.supposing import hidden_hands, table_of
    from engine.levels import Level
    from engine.phases import Phase
    from engine.rules import Rules
    from engine.views import view_for

    rng = Random(5)
    for rules in (Rules(max_deals=3), BLIND, DUEL, JOKERS, SUICIDE, WHIZ):
        for match, seat, level in decisions(rng, count, rules, (Level.EASY, Level.NORMAL)):
            if match.deal.phase is not Phase.PLAYING:
                continue
            view = view_for(match, seat)
            k = Knowledge(view, view.legal_cards, level)
            card = card_rules.choose_card(k)
            words = rng.randbytes(2 * 997)
            table = table_of(view, Knowledge(view, view.legal_cards, Level.NORMAL), words)
            outcomes = play_worlds(table, tuple(cards_in(view.legal_cards)), _WORLDS)
            yield f"{card} {k.rule} {k.aim} {outcomes} {hidden_hands(table)} {random_deal(table, 14):x}"


if __name__ == "__main__":
    sys.meta_path.insert(0, _FromSource)  # type: ignore[arg-type]
    sys.stdout.writelines(f"{line}\n" for line in results(int(sys.argv[1])))
