"""The reference web client: a page, the modules that it loads, and what serves them."""
