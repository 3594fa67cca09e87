"""What the service says about itself."""

from marshmallow import fields

from service.schemas import shown
from service.schemas.shown import Output


class QuotaSchema(Output):
    """What one may have in a time; the headers `RateLimit` name it."""

    name = shown.text()
    of = shown.text("Whose it is: `token`, `key`, `address`, or `table`: of all who try.")
    most = shown.whole()
    seconds = shown.whole("Null: at a time.", null=True)


class LimitsSchema(Output):
    max_body_bytes = shown.whole()
    max_wait_seconds = shown.whole()
    max_simulation_matches = shown.whole("Of one simulation.")
    max_simulation_deals = shown.whole("Of one simulation.")
    max_simulations = shown.whole("That go on at the same time.")
    max_json_depth = shown.whole("Of objects and lists in one another.")
    quotas = shown.parts(QuotaSchema)


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


class TickerPassesSchema(Output):
    oldest_pass_ms = shown.whole("Since a ticker passed over the shard that waits longest.", null=True)
    late_shards = fields.List(fields.String(), required=True)


class FailingTablesSchema(Output):
    count = shown.whole()
    tables = fields.List(fields.String(), required=True, metadata={"description": "The ids of some of them."})


class ReadinessDetailsSchema(Output):
    """Of the parts that could be asked."""

    ticker = fields.Nested(TickerPassesSchema)
    failing_tables = fields.Nested(FailingTablesSchema)
    workers = fields.Dict(
        keys=fields.String(), values=fields.Integer(), metadata={"description": "By lane, how many serve it."}
    )


class ReadinessSchema(Output):
    status = shown.text("`ready`; `degraded`, which is 200, too; or `not_ready`.")
    parts = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "By part: `ok`; else `missing`, `late`, `unknown`, `failing`, `newer`."},
    )
    details = fields.Nested(ReadinessDetailsSchema, required=True)


class DocumentSchema(Output):
    """An OpenAPI document."""

    openapi = shown.text()
    info = fields.Dict(required=True)
    paths = fields.Dict(required=True)
    components = fields.Dict(required=True)
