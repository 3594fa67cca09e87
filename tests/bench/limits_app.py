"""What the stack can do at best: a hello, one with a GET, one with a compare-and-set in the store."""

import os

import redis
from flask import Flask, Response, jsonify

VALUE_KEY = "bench:value"
VALUE_BYTES = 2048
STATE_BYTES = 4096
SWAP = """
if (redis.call('HGET', KEYS[1], 'version') or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[1] + 1, 'state', ARGV[2])
return 1
"""

app = Flask(__name__)
store = redis.Redis.from_url(os.environ["SPADES_REDIS_URL"])
swap = store.register_script(SWAP)
store.set(VALUE_KEY, os.urandom(VALUE_BYTES))
state = os.urandom(STATE_BYTES)


@app.get("/hello")
def hello() -> Response:
    return jsonify(hello="world")


@app.get("/get")
def hello_after_get() -> Response:
    value = store.get(VALUE_KEY)
    return jsonify(hello="world", found=value is not None)


@app.get("/swap/<name>/<int:version>")
def hello_after_swap(name: str, version: int) -> Response:
    swapped = swap(keys=[f"bench:swap:{name}"], args=[version, state])
    return jsonify(hello="world", swapped=swapped)
