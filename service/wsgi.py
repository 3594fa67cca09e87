"""The application for a WSGI server, from the environment."""

from service.api.context import context_of
from service.app import create_app
from service.logs import log_to_stderr
from service.metrics.instruments import instruments_of_process, keep_settled
from service.settings import Settings
from service.stopping import tell_at_stop

settings = Settings.from_env()
log_to_stderr(settings)
tools = instruments_of_process()
app = create_app(settings, tools=tools)
keep_settled(tools)
tell_at_stop(context_of(app).watching.stop)
