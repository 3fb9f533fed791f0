"""Statements as messages, logs and SHOW CREATE may show them: without keys and tokens."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

from sparktree.formats.format import FORMATS
from sparktree.sql import ast, transform
from sparktree.sql.statements.access import Authentication
from sparktree.sql.statements.views import CollectionEntry

HIDDEN = "[HIDDEN]"
_PASSWORD = re.compile(r"(://[^/@:?#]*:)[^/?#]*@")  # of an address
_URL = frozenset({"url", "URL", "urlCluster"})
_CIPHERS = frozenset(
    {"encrypt", "decrypt", "tryDecrypt", "aes_encrypt_mysql", "aes_decrypt_mysql"}
)  # fmt: skip
_REMOTE = frozenset({"remote", "remoteSecure"})
# Where other databases have the password: behind the address, the database, the table, the user.
_DATABASES = frozenset({"mysql", "postgresql", "mongodb", "MySQL", "PostgreSQL", "MongoDB"})
PAIRS = ("headers", "extra_credentials")  # what holds pairs of a name and a value
_S3 = frozenset({"s3", "gcs", "oss", "cosn", "S3", "GCS", "OSS", "COSN", "s3Cluster"})
_AZURE = frozenset({"azureBlobStorage", "AzureBlobStorage", "azureBlobStorageCluster"})
# What is secret in a connection string, or in an address with a signature.
_IN_ADDRESS = re.compile(r"((?:AccountKey|SharedAccessSignature|sig)=)[^;&]*", re.IGNORECASE)
_NAMED = frozenset(
    {"secret_access_key", "aws_secret_access_key", "session_token", "account_key",
     "connection_string"}
)  # fmt: skip


_N = TypeVar("_N", bound=ast.Node)


def without_secrets(node: _N) -> _N:
    """The statement with `[HIDDEN]` in the place of what is secret; itself if nothing is."""
    return transform(node, _hidden)


def _hidden(node: ast.Node) -> ast.Node:
    if isinstance(node, ast.Setting) and node.name == "password":  # of BACKUP and RESTORE
        return replace(node, value=HIDDEN)
    if isinstance(node, CollectionEntry):
        return replace(node, setting=replace(node.setting, value=HIDDEN))
    if isinstance(node, Authentication) and node.secret is not None:
        return replace(node, secret=HIDDEN, salt=node.salt and HIDDEN)
    return _hidden_in_call(node) if isinstance(node, ast.Function) else node


def _hidden_in_call(node: ast.Function) -> ast.Function:
    if node.name == "equals" and len(node.args) == 2:
        left = node.args[0]
        if isinstance(left, ast.Identifier) and left.parts[-1] in _NAMED:
            return replace(node, args=(left, ast.Literal(HIDDEN)))
    if node.name == "disk":
        return replace(node, args=tuple(map(_hidden_option, node.args)))
    if node.name in PAIRS:
        return replace(node, args=tuple(map(_hidden_value, node.args)))
    if node.name in _S3:
        secret = set(_secret_arguments(node))
        args = [ast.Literal(HIDDEN) if i in secret else arg for i, arg in enumerate(node.args)]
        return replace(node, args=tuple(args)) if secret else node
    if node.name in _CIPHERS and len(node.args) > 1:
        return replace(node, args=(node.args[0], ast.Literal(HIDDEN)))
    if node.name in _URL:
        return replace(node, args=tuple(map(_without_password, node.args)))
    if node.name in _REMOTE or node.name in _DATABASES:
        place = _password_place(node)
        args = [ast.Literal(HIDDEN) if i == place else arg for i, arg in enumerate(node.args)]
        return replace(node, args=tuple(args))
    if node.name in _AZURE:
        return replace(node, args=tuple(_azure_arguments(node)))
    return node


def _without_password(arg: ast.Expression) -> ast.Expression:
    """An address without the password of its user."""
    if not isinstance(arg, ast.Literal) or not isinstance(arg.value, str):
        return arg
    address = _PASSWORD.sub(rf"\1{HIDDEN}@", arg.value)
    return arg if address == arg.value else replace(arg, value=address)


def _password_place(call: ast.Function) -> int:
    """Which argument is the password: `remote` takes `database.table` or a function as one."""
    if call.name in _DATABASES or len(call.args) < 2:
        return 4
    table = call.args[1]
    whole = isinstance(table, ast.Function) or (
        isinstance(table, ast.Identifier) and len(table.parts) > 1
    )
    return 3 if whole else 4


def _azure_arguments(call: ast.Function) -> list[ast.Expression]:
    """Behind the address, the container and the path come the account and its key, maybe."""
    first = 1 if call.name.endswith("Cluster") else 0
    args = list(call.args)
    given = [i for i in range(first, len(args)) if isinstance(args[i], ast.Literal)]
    if len(args) > first and isinstance(args[first], ast.Identifier):
        # A collection tells some of them: which, is not known here.
        for i in given:
            args[i] = args[i] if _is_format(args[i]) else ast.Literal(HIDDEN)
        return args
    for i in given[:1]:
        address = _IN_ADDRESS.sub(rf"\1{HIDDEN}", str(getattr(args[i], "value", "")))
        args[i] = ast.Literal(address)
    if len(given) > 4 and not _is_format(args[given[3]]):
        args[given[4]] = ast.Literal(HIDDEN)
    return args


def _hidden_option(pair: ast.Expression) -> ast.Expression:
    """An argument of disk(...): nothing but what it is and what it wraps is shown."""
    shown = ("type", "name", "disk")
    if isinstance(pair, ast.Function) and pair.name == "equals" and len(pair.args) == 2:
        left = pair.args[0]
        if isinstance(left, ast.Identifier) and left.parts[-1] in shown:
            return pair
    return _hidden_value(pair)


def _hidden_value(pair: ast.Expression) -> ast.Expression:
    if isinstance(pair, ast.Function) and pair.name == "equals":
        return replace(pair, args=(pair.args[0], ast.Literal(HIDDEN)))
    return pair


def _secret_arguments(call: ast.Function) -> list[int]:
    """Where the secret key and the token stand: behind the address and the key's id."""
    first = 1 if call.name.endswith("Cluster") else 0
    plain = [
        i
        for i, arg in enumerate(call.args)
        if i > first and not (isinstance(arg, ast.Function) and arg.name in ("equals", *PAIRS))
    ]
    if len(plain) < 2 or _is_format(call.args[plain[0]]):
        return []
    places = plain[1:2]
    if len(plain) > 2 and not _is_format(call.args[plain[2]]):
        places = plain[1:3]
    return places


def _is_format(arg: ast.Expression) -> bool:
    if isinstance(arg, ast.Identifier):
        text = arg.parts[-1]
    else:
        text = str(arg.value) if isinstance(arg, ast.Literal) else ""
    lowered = text.lower()
    return lowered in ("auto", "nosign") or any(name.lower() == lowered for name in FORMATS)
