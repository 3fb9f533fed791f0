"""What a user may do in a session: the rights that every statement is checked by."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sparktree.access import privileges
from sparktree.access.entities import Role, User
from sparktree.access.grant_texts import shown
from sparktree.access.rights import Element, Path, Rights
from sparktree.errors import Code, Error

_SHOW_COLUMNS = privileges.flags("SHOW COLUMNS")


def right(name: str, *path: str, columns: Sequence[str] = (), option: bool = False) -> Element:
    """A right that a statement needs: `right("ALTER UPDATE", "db", "t", columns=["a"])`."""
    flags = privileges.flags(*name.split(", "))
    return Element(flags, tuple(path), tuple(columns), option=option)


@dataclass(frozen=True, slots=True)
class Access:
    """The rights of a user with the roles of its session."""

    user: User
    roles: tuple[Role, ...]  # enabled ones: those of the session and what these include
    current: tuple[str, ...]  # the ids of the session's own roles
    rights: Rights
    implied: Rights  # with what follows from them

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids that policies, quotas and profiles may be meant for."""
        return (self.user.id, *(role.id for role in self.roles))

    def allows(self, *needed: Element) -> bool:
        """Whether the user may."""
        return all(map(self.implied.covers, needed))

    def check(self, *needed: Element) -> None:
        """ACCESS_DENIED if the user may not."""
        for element in needed:
            if not self.implied.covers(element):
                raise self.denied(element)

    def check_granted(self, element: Element) -> None:
        """ACCESS_DENIED if the right was not granted: that it follows from others is not enough."""
        if not self.rights.covers(element):
            raise self._denied(shown([element]))

    def check_any_column(self, name: str, path: Path, columns: Collection[str]) -> None:
        """ACCESS_DENIED if the user has the right on no column at all."""
        flags = privileges.flags(name)
        if self.implied.covers(Element(flags, path)):
            return
        if not any(self.implied.covers(Element(flags, path, (column,))) for column in columns):
            text = shown([Element(flags, path)])
            if self._shows_columns(path, columns):
                head, _, place = text.partition(" ON ")
                text = f"{head} for at least one column on {place}"
            raise self._denied(text)

    def denied(self, element: Element) -> Error:
        """What is missing, in ClickHouse's words; columns only to those who may see them."""
        plain = replace(element, option=False)
        option = " WITH GRANT OPTION" if element.option else ""
        wanted = shown([self._told(plain)]) + option
        if element.option and self.implied.covers(plain):
            return Error(
                Code.ACCESS_DENIED,
                f"{self.user.name}: Not enough privileges. The required privileges have been"
                " granted, but without grant option. To execute this query, it's necessary to"
                f" have the grant {wanted}",
            )
        asked = Rights().grant(plain)
        missing = asked.difference(self.rights)
        if missing == asked:
            return self._denied(wanted)
        lacking = shown(self._told(one) for one in missing.elements())
        hint = (
            ". You can try to use the `GRANT CURRENT GRANTS(...)` statement"
            if element.option
            else ""
        )
        return self._denied(f"{wanted}. (Missing permissions: {lacking}){hint}")

    def _denied(self, wanted: str) -> Error:
        return Error(
            Code.ACCESS_DENIED,
            f"{self.user.name}: Not enough privileges. To execute this query, it's necessary to"
            f" have the grant {wanted}",
        )

    def _told(self, element: Element) -> Element:
        if element.columns and not self._shows_columns(element.path, element.columns):
            return replace(element, columns=())
        return element

    def _shows_columns(self, path: Path, columns: Collection[str]) -> bool:
        return self.implied.covers(Element(_SHOW_COLUMNS, path, tuple(columns)))

    # --- what is shown --------------------------------------------------------------------

    def sees(self, name: str, *path: str) -> bool:
        """Whether the user may see a thing: SHOW TABLES of a table."""
        return self.implied.covers(Element(privileges.flags(name), tuple(path)))
