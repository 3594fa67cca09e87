"""What the service says about itself."""

from marshmallow import fields

from service.schemas import shown
from service.schemas.shown import Output


class LimitsSchema(Output):
    max_body_bytes = shown.whole()
    max_wait_seconds = shown.whole()
    max_simulation_matches = shown.whole("Of one simulation.")
    max_simulation_deals = shown.whole("Of one simulation.")
    max_simulations = shown.whole("That go on at the same time.")


class RootSchema(Output):
    name = shown.text()
    api_version = shown.text()
    version = shown.text("Of the service.")
    server_time = shown.moment()
    languages = fields.List(fields.String(), required=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    limits = fields.Nested(LimitsSchema, required=True)


class HealthSchema(Output):
    status = shown.text()


class ReadinessSchema(Output):
    status = shown.text("`ready`, or `not_ready`.")
    parts = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "By part: `ok`, or `missing`."},
    )


class DocumentSchema(Output):
    """An OpenAPI document."""

    openapi = shown.text()
    info = fields.Dict(required=True)
    paths = fields.Dict(required=True)
    components = fields.Dict(required=True)
