"""The Flask shell: pages and forms round the tables of one database."""

from companion.web.app import create_app

__all__ = ["create_app"]
