"""Starts programs in order, restarts what died, stops all of them; knows nothing of what they do.

A program with a `ready` check closes a stage: the next one starts once the check holds, and is stopped first.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from service.process import SignalInbox, die_with_parent

STOP_SIGNALS = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
READY_POLL_SECONDS = 0.05
FIRST_DELAY_SECONDS = 0.1
LONGEST_DELAY_SECONDS = 5.0
STABLE_SECONDS = 10.0
# After SIGKILL only a process stuck in the kernel is still there; we don't wait for that.
KILLED_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Program:
    """One process to keep running. `death_signal` is what it gets when the supervisor itself is killed."""

    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str]
    ready: Callable[[], bool] | None = None
    start_seconds: float = 10.0
    stop_signal: signal.Signals = signal.SIGTERM
    grace_seconds: float = 2.0
    death_signal: signal.Signals = signal.SIGKILL
    pass_fds: tuple[int, ...] = ()
    trouble_hint: str = ""


class StartFailed(Exception):
    """A program ended while all were starting, or was not ready in time; the text is one line for people."""


def stages(programs: Sequence[Program]) -> tuple[tuple[Program, ...], ...]:
    """The programs cut after each one that has a `ready` check."""
    cuts = [0, *(at + 1 for at, program in enumerate(programs) if program.ready), len(programs)]
    return tuple(tuple(programs[a:b]) for a, b in pairwise(cuts) if a < b)


def next_delay(delay: float, ran_seconds: float) -> float:
    """The wait before a restart, after a wait of `delay` (0: none yet) and a run of `ran_seconds`."""
    if delay == 0 or ran_seconds >= STABLE_SECONDS:
        return FIRST_DELAY_SECONDS
    return min(delay * 2, LONGEST_DELAY_SECONDS)


class Supervisor:
    """Runs the programs until a stop signal. `say` gets one line for each restart."""

    def __init__(self, programs: Sequence[Program], say: Callable[[str], None]) -> None:
        self._stages = tuple(tuple(_Child(program) for program in stage) for stage in stages(programs))
        self._say = say

    def run(self, on_ready: Callable[[], None]) -> None:
        """Start, call `on_ready` once, keep running, stop; leaves no process behind. Main thread only.

        Raises StartFailed, after everything was stopped.
        """
        watched = STOP_SIGNALS | {signal.SIGCHLD}
        if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # `nohup spades serve` outlives its terminal
            watched -= {signal.SIGHUP}
        with SignalInbox(watched) as inbox:
            try:
                if all(self._bring_up(child, inbox) for stage in self._stages for child in stage):
                    on_ready()
                    self._keep_running(inbox)
            finally:
                for stage in reversed(self._stages):
                    _stop(stage, inbox)

    def _bring_up(self, child: "_Child", inbox: SignalInbox) -> bool:
        """Start one program and wait until it is ready; False when we are asked to stop meanwhile."""
        program, deadline = child.program, time.monotonic() + child.program.start_seconds
        try:
            child.start()
        except OSError as error:
            raise StartFailed(f"{program.name} can't be run: {program.argv[0]}: {error.strerror}") from error
        while program.ready and not program.ready():
            self._refuse_ended()
            if time.monotonic() > deadline:
                raise StartFailed(
                    f"{program.name} was not ready within {program.start_seconds:g} s{program.trouble_hint}"
                )
            if inbox.wait(READY_POLL_SECONDS) & STOP_SIGNALS:
                return False
        return True

    def _refuse_ended(self) -> None:
        for child in self._children():
            ended = child.how_it_ended()
            if ended:
                raise StartFailed(f"{child.program.name} {ended} while starting{child.program.trouble_hint}")

    def _keep_running(self, inbox: SignalInbox) -> None:
        asked: frozenset[int] = frozenset()
        while not asked & STOP_SIGNALS:
            waits = [wait for child in self._children() if (wait := self._look_after(child)) is not None]
            asked = inbox.wait(min(waits, default=None))

    def _look_after(self, child: "_Child") -> float | None:
        """Plan or do a restart that is due; the seconds until the planned one, None if none is."""
        ended = child.how_it_ended()
        if ended:
            self._say(f"{child.program.name} {ended}; restarting")
            child.plan_restart()
        return child.restart_if_due()

    def _children(self) -> "list[_Child]":
        return [child for stage in self._stages for child in stage]


class _Child:
    """A program and its process, if it has one, or the time of its next start."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._delay = 0.0
        self._restart_at: float | None = None

    def start(self) -> None:
        self._restart_at = None
        self._started_at = time.monotonic()
        # preexec_fn is safe here: this process has one thread. Standard output belongs to the supervisor.
        self._process = subprocess.Popen(
            self.program.argv,
            env=self.program.env,
            stdin=subprocess.DEVNULL,
            stdout=2,
            pass_fds=self.program.pass_fds,
            # A session of its own, so that the terminal's Ctrl-C reaches the supervisor alone.
            start_new_session=True,
            preexec_fn=partial(die_with_parent, self.program.death_signal, os.getpid()),  # noqa: PLW1509 (one thread)
        )

    def how_it_ended(self) -> str | None:
        """In words, if there was a process and it has ended."""
        status = self._process.poll() if self._process else None
        if status is None:
            return None
        return f"ended by signal {-status}" if status < 0 else f"ended with status {status}"

    def plan_restart(self) -> None:
        self.forget()
        now = time.monotonic()
        self._delay = next_delay(self._delay, now - self._started_at)
        self._restart_at = now + self._delay

    def restart_if_due(self) -> float | None:
        if self._restart_at is None:
            return None
        wait = self._restart_at - time.monotonic()
        if wait > 0:
            return wait
        try:
            self.start()
        except OSError:  # no process or memory to be had, or no file during an upgrade: as if it died at once
            self.plan_restart()
            return self._delay
        return None

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def terminate(self) -> None:
        if self._process and self.is_running():
            self._process.send_signal(self.program.stop_signal)

    def kill(self) -> None:
        if self._process and self.is_running():
            self._process.kill()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(KILLED_SECONDS)

    def forget(self) -> None:
        """Let go of an ended process, and end what it may have left of its group."""
        if self._process:
            with suppress(ProcessLookupError, PermissionError):  # macOS says the latter of a group of zombies
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process = None


def _stop(stage: Sequence[_Child], inbox: SignalInbox) -> None:
    """Ask all of a stage to end, last one first; kill what is still there after its grace."""
    for child in reversed(stage):
        child.terminate()
    asked_at = time.monotonic()
    for child in sorted(stage, key=lambda each: each.program.grace_seconds):
        deadline = asked_at + child.program.grace_seconds
        while child.is_running() and (left := deadline - time.monotonic()) > 0:
            inbox.wait(left)
        child.kill()
        child.forget()
