"""IDENTIFIED and HOST of CREATE USER."""

from __future__ import annotations

from dataclasses import replace

from sparktree.sql.cursor import Cursor
from sparktree.sql.lexer import Kind
from sparktree.sql.statements.access import Authentication, Hosts


def authentications(c: Cursor) -> tuple[Authentication, ...]:
    """`NOT IDENTIFIED`, or `IDENTIFIED [WITH method] BY ..., [method] BY ...`."""
    if c.accept_words("NOT IDENTIFIED"):
        return (Authentication("no_password"),)
    c.expect("IDENTIFIED")
    if not c.accept("WITH") and not c.at("BY"):
        c.fail("WITH", "BY")
    found = [_authentication(c)]
    while c.at(",") and c.peek().kind is Kind.WORD:
        c.advance()
        found.append(_authentication(c))
    return tuple(found)


def _authentication(c: Cursor) -> Authentication:
    if c.accept("BY"):
        return _until(c, Authentication(secret=c.string()))
    method = c.identifier().lower()
    found = Authentication(method)
    if c.accept("BY"):
        if c.at("KEY"):
            found = replace(found, keys=_keys(c))
        else:
            found = replace(found, secret=c.string())
            if c.accept("SALT"):
                found = replace(found, salt=c.string())
    elif c.accept("SERVER"):
        found = replace(found, server=c.string())
        if c.accept("SCHEME"):
            found = replace(found, scheme=c.string())
    elif c.accept("REALM"):
        found = replace(found, realm=c.string())
    elif c.accept("CN"):
        found = replace(found, common_names=c.listed(Cursor.string))
    elif c.accept("SAN"):
        found = replace(found, alternative_names=c.listed(Cursor.string))
    return _until(c, found)


def _until(c: Cursor, found: Authentication) -> Authentication:
    return replace(found, valid_until=c.string()) if c.accept_words("VALID UNTIL") else found


def _keys(c: Cursor) -> tuple[tuple[str, str], ...]:
    found = [_key(c)]
    while c.at(",") and c.peek().key == "KEY":
        c.advance()
        found.append(_key(c))
    return tuple(found)


def _key(c: Cursor) -> tuple[str, str]:
    c.expect("KEY")
    key = c.string()
    c.expect("TYPE")
    return key, c.string()


def hosts(c: Cursor) -> Hosts:
    """What follows HOST."""
    found = Hosts()
    while True:
        found = _host(c, found)
        if not c.accept(","):
            return Hosts(any=True) if found.any else found


def _host(c: Cursor, found: Hosts) -> Hosts:
    if c.accept("ANY"):
        return replace(found, any=True)
    if c.accept("NONE"):
        return replace(found, none=True)
    if c.accept("LOCAL"):
        return replace(found, local=True)
    kind = c.expect_any("IP", "NAME", "REGEXP", "LIKE")
    values = [c.string()]
    while c.at(",") and c.peek().kind is Kind.STRING:
        c.advance()
        values.append(c.string())
    if kind == "IP":
        return replace(found, ips=(*found.ips, *values))
    if kind == "NAME":
        return replace(found, names=(*found.names, *values))
    if kind == "REGEXP":
        return replace(found, regexps=(*found.regexps, *values))
    return replace(found, likes=(*found.likes, *values))
