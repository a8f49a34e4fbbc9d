"""The helpers beside this file, such as ``evening``, can be imported by every test."""
