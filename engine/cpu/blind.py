from engine.actions import Action, Look
from engine.cpu.reasons import Reason, ReasonCode
from engine.seat_view import SeatView


def choose_blind(view: SeatView) -> tuple[Action, tuple[Reason, ...]]:
    return Look(), (Reason(ReasonCode.LOOKS_FIRST),)
