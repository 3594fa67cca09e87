"""From values to the bodies of the API: plain dicts, which orjson writes and the schemas document.

What stays the same through many views is kept as JSON that is written already.
"""
