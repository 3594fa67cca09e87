"""The bodies of the API: inputs, which become values of the use cases, and outputs, as documents.

Inputs are strict and closed. Outputs are open (fields may be added); they document the dicts of service/wire
and check them in the tests, and write nothing.
"""
