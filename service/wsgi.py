"""The application for a WSGI server, from the environment."""

from service.app import create_app
from service.logs import log_to_stderr
from service.settings import Settings

log_to_stderr()
app = create_app(Settings.from_env())
