"""The templates that packages bring for games of their own: a game's page on the table, and its rules."""

from collections.abc import Callable
from functools import cache

from jinja2 import BaseLoader, Environment, PackageLoader, TemplateNotFound

from companion.games import outside_games


class PackageTemplates(BaseLoader):
    """Loads what lies under ``games/KEY/`` from the package of the game of this key, and nothing else.

    No package is looked at before a game needs a template that isn't Companion's.
    """

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """Return the template's source, its file and whether it is current. Raise TemplateNotFound."""
        folder, _, rest = template.partition("/")
        loader = loader_of(rest.partition("/")[0]) if folder == "games" else None
        if loader is None:
            raise TemplateNotFound(template)
        return loader.get_source(environment, template)

    def list_templates(self) -> list[str]:
        """Return the names of all of them."""
        return [
            name
            for key in outside_games()
            if (loader := loader_of(key))
            for name in loader.list_templates()
            if name.startswith(f"games/{key}/")
        ]


@cache
def loader_of(key: str) -> PackageLoader | None:
    """Return what loads the templates of a game's package, None where the game is built in or brings none."""
    if key not in outside_games():
        return None
    try:
        return PackageLoader(outside_games()[key].package)
    except ValueError:  # there is no folder of templates
        return None
