"""Processes whose clock is wrong: a library before libc, that adds some seconds to the time of day."""

import shutil
import subprocess
from pathlib import Path

_SOURCE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t off(void) {
  const char *seconds = getenv("CLOCK_OFF");
  return seconds ? atol(seconds) : 0;
}

int clock_gettime(clockid_t which, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int failed = real(which, now);
  if (!failed && which == CLOCK_REALTIME) now->tv_sec += off();
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  static int (*real)(struct timeval *, void *);
  if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
  int failed = real(now, zone);
  if (!failed) now->tv_sec += off();
  return failed;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
"""


def has_compiler() -> bool:
    return shutil.which("cc") is not None


def build(folder: Path) -> Path:
    """The library. Needs a C compiler."""
    source, library = folder / "wrong_clock.c", folder / "wrong_clock.so"
    source.write_text(_SOURCE)
    subprocess.run(("cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"), check=True)
    return library


def with_clock_off(library: Path | str, seconds: int) -> tuple[str, ...]:
    """What to put before a command."""
    return ("/usr/bin/env", f"LD_PRELOAD={library}", f"CLOCK_OFF={seconds}")
