"""Chance from the operating system: the one source of seeds, ids and nonces."""

import os


class SystemEntropy:
    def token_bytes(self, count: int) -> bytes:
        return os.urandom(count)
