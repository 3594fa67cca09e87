"""From values to the bodies of the API: plain dicts, which orjson writes and the schemas document."""
