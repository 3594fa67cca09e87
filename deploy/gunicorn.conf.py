"""gunicorn's settings in a deployment: those of `spades web`, with more patience at a stop.

gunicorn --config deploy/gunicorn.conf.py --bind 0.0.0.0:8000 --workers 2 service.wsgi:app
"""

from service.gunicorn_conf import *  # noqa: F403 (what is decided there holds here, what is added there too)

# A worker that is told to stop takes no new call and finishes those it has; streams and long-polls end at
# once.
graceful_timeout = 3
# A worker's heartbeat file: in memory, so that a slow disk ends no worker and the image may be read-only.
worker_tmp_dir = "/dev/shm"
