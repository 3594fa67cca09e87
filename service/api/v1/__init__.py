"""Version 1 of the API, one file per resource."""

from typing import Final

from service.api.doors import Doors
from service.api.v1 import actions, deals, events, hints, root, rules, seats, simulations, tables

ALL_DOORS: Final[tuple[Doors, ...]] = (
    root.doors,
    rules.doors,
    tables.doors,
    seats.doors,
    actions.doors,
    hints.doors,
    events.doors,
    deals.doors,
    simulations.doors,
)
