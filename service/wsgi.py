"""The application for a WSGI server, from the environment."""

from service.api.context import context_of
from service.app import create_app
from service.logs import log_to_stderr
from service.settings import Settings
from service.stopping import tell_at_stop

log_to_stderr()
app = create_app(Settings.from_env())
tell_at_stop(context_of(app).watching.stop)
