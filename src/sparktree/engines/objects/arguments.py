"""The arguments of s3(...), S3(...) and their relatives: positional, named, or of a collection."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sparktree.engines.objects.collections import find_collection
from sparktree.engines.objects.user_files import OWN_FILES, permitted
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error
from sparktree.formats.format import FORMATS
from sparktree.sql import ast
from sparktree.stores.endpoints import ROLE, Endpoints

Evaluate = Callable[[ast.Expression], object]
# Other spellings of the names.
_SPELLINGS = {
    "path": "url",
    "aws_access_key_id": "access_key_id",
    "aws_secret_access_key": "secret_access_key",
    "compression": "compression_method",
}
_COMMON = ("filename", "format", "structure", "compression_method")
PARTITIONING = ("partition_strategy", "partition_columns_in_data_file")


@dataclass(frozen=True, slots=True)
class Form:
    """How a family of functions and engines takes its arguments."""

    name: str
    positional: tuple[str, ...]  # behind the address
    credentials: tuple[str, ...] = ()  # that may come before these
    only_named: tuple[str, ...] = ()  # that are only ever named
    first: tuple[str, ...] = ("url",)  # that must be given
    spellings: Mapping[str, str] = field(default_factory=lambda: _SPELLINGS)

    def spelled(self, name: str) -> str:
        """The name that another spelling of it means."""
        return self.spellings.get(name, name)

    @property
    def names(self) -> frozenset[str]:
        """All names that may be given."""
        named = (*_COMMON, *PARTITIONING, *self.credentials, *self.only_named, *self.first)
        return frozenset(named)


_TAIL = ("format", "structure", "compression_method", *PARTITIONING)
S3 = Form(
    "s3",
    _TAIL,
    ("access_key_id", "secret_access_key", "session_token"),
    ("no_sign_request", "use_environment_credentials", "region", *ROLE),
)
AZURE = Form(
    "azure",
    ("format", "compression_method", "structure", *PARTITIONING),
    ("account_name", "account_key"),
    first=("connection_string", "container", "blob_path"),
    spellings={
        **_SPELLINGS,
        "path": "blob_path",
        "blobpath": "blob_path",
        "storage_account_url": "connection_string",
        "container_name": "container",
    },
)
HDFS = Form("hdfs", _TAIL)
FILE = Form("file", _TAIL)
FILE_TABLE = Form("file", ("compression_method",), first=("format", "url"))
URL = Form("url", ("format", "structure", "compression_method"))


@dataclass(slots=True)
class SourceArguments:
    """The arguments by their names; headers apart."""

    form: Form
    values: dict[str, object]
    endpoints: Endpoints  # what the configuration adds
    headers: dict[str, str] = field(default_factory=dict)
    signs: bool = True

    def text(self, name: str, default: str = "") -> str:
        """An argument as text."""
        value = self.values.get(name)
        return default if value is None else str(value)

    def flag(self, name: str) -> bool:
        """An argument as a yes or no, or BAD_GET."""
        value = self.values.get(name, False)
        if isinstance(value, bool) or value in (0, 1):
            return bool(value)
        if isinstance(value, str) and value.lower() in ("0", "1", "true", "false"):
            return value.lower() in ("1", "true")
        raise Error(Code.BAD_GET, f"Cannot take {value!r} as a Bool for the argument '{name}'")


def given_arguments(
    form: Form,
    args: Sequence[ast.Expression],
    evaluate: Evaluate,
    storage: DataFolder,
    *,
    structured: bool = True,
) -> SourceArguments:
    """The arguments by name; engines (not `structured`) have their columns elsewhere."""
    given = SourceArguments(form, {}, Endpoints.of(storage.config))
    rest = list(args)
    fixed: frozenset[str] = frozenset()
    if rest and isinstance(rest[0], ast.Identifier) and len(rest[0].parts) == 1:
        known, fixed = _collection(rest[0].parts[0], storage, form)
        given.values |= known
        rest = rest[1:]
    positional = []
    for argument in rest:
        if isinstance(argument, ast.Function) and argument.name == "equals":
            name, value = _named(argument, evaluate, form)
            _check_name(name, form)
            if name in fixed:
                raise Error(Code.BAD_ARGUMENTS, f"Override not allowed for '{name}'")
            given.values[name] = value
        elif isinstance(argument, ast.Function) and argument.name == "headers":
            if given.headers:
                raise Error(Code.BAD_ARGUMENTS, "There can be only one headers(...).")
            given.headers |= _headers(argument, evaluate)
        elif isinstance(argument, ast.Function) and argument.name == "extra_credentials":
            given.values |= _extra_credentials(argument, evaluate, form)
        else:
            positional.append(evaluate(argument))
    _name_arguments(given, positional, structured)
    missing = [name for name in form.first if not given.values.get(name)]
    if missing:
        code = Code.BAD_ARGUMENTS if args else Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH
        raise Error(code, f"The storage {form.name} needs the argument {missing[0]}.")
    if form.name == FILE.name:
        own = None if structured else storage.folder / OWN_FILES
        given.values["url"] = permitted(given.text("url"), storage.user_files, own)
    return given


def _name_arguments(given: SourceArguments, positional: list[object], structured: bool) -> None:
    """Find out which argument is which."""
    form = given.form
    for name in form.first:
        if name not in given.values and positional:
            given.values[name] = positional.pop(0)
    signs = "no_sign_request" in form.only_named
    if signs and positional and str(positional[0]).upper() == "NOSIGN":
        given.signs = False
        positional.pop(0)
    elif form.credentials and len(positional) >= 2 and not _is_format(positional[0]):
        for name in form.credentials:
            if positional and (name != "session_token" or not _is_format(positional[0])):
                given.values[name] = positional.pop(0)
    names = [name for name in form.positional if structured or name != "structure"]
    if form is AZURE:
        names = _azure_names(positional, structured)
    if len(positional) > len(names):
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Storage {form.name} takes an address, maybe credentials, and at most"
            f" {', '.join(names)}; {len(positional) - len(names)} arguments are too many.",
        )
    for name, value in zip(names, positional, strict=False):
        given.values[name] = value


def _azure_names(positional: Sequence[object], structured: bool) -> list[str]:
    """Behind the credentials; the structure is the last of three or more, or stands alone."""
    names = [name for name in AZURE.positional if name != "structure"]
    is_alone = len(positional) == 1 and not _is_format(positional[0])
    if not structured and is_alone:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"'{positional[0]}' is no format, and an account's name without its key.",
        )
    if not structured or (len(positional) < 3 and not is_alone):
        return names
    return [*names[: len(positional) - 1], "structure"]


def _is_format(value: object) -> bool:
    text = str(value).lower()
    return text == "auto" or any(name.lower() == text for name in FORMATS)


def _named(call: ast.Function, evaluate: Evaluate, form: Form) -> tuple[str, object]:
    left, right = call.args
    name = left.parts[-1] if isinstance(left, ast.Identifier) else str(evaluate(left))
    return form.spelled(name), evaluate(right)


def _check_name(name: str, form: Form) -> None:
    if name not in form.names:
        raise Error(Code.BAD_ARGUMENTS, f"Unexpected key `{name}` in the arguments of {form.name}.")


def _extra_credentials(call: ast.Function, evaluate: Evaluate, form: Form) -> dict[str, object]:
    """extra_credentials(role_arn = '...', ...)."""
    if "role_arn" not in form.only_named:
        raise Error(Code.UNKNOWN_FUNCTION, f"The storage {form.name} takes no extra_credentials.")
    found: dict[str, object] = {}
    for argument in call.args:
        if not isinstance(argument, ast.Function) or argument.name != "equals":
            raise Error(Code.BAD_ARGUMENTS, "extra_credentials(...) takes pairs name = 'value'.")
        name, value = _named(argument, evaluate, form)
        if name not in ROLE:
            raise Error(Code.BAD_ARGUMENTS, f"Invalid credential argument found: {name}")
        if not isinstance(value, str):
            raise Error(Code.BAD_ARGUMENTS, "Expected string as credential value")
        found[name] = value
    return found


def _headers(call: ast.Function, evaluate: Evaluate) -> dict[str, str]:
    found = {}
    for argument in call.args:
        if not isinstance(argument, ast.Function) or argument.name != "equals":
            raise Error(Code.BAD_ARGUMENTS, "headers(...) takes pairs 'name' = 'value'.")
        name, value = (evaluate(side) for side in argument.args)
        if not isinstance(value, str):
            raise Error(Code.BAD_ARGUMENTS, "Expected string as header value")
        found[str(name)] = value
    return found


def _collection(
    name: str, storage: DataFolder, form: Form
) -> tuple[Mapping[str, object], frozenset[str]]:
    """The values of a collection, and which of them a call may not override."""
    found = find_collection(name, storage)
    if found is None:
        raise Error(Code.NAMED_COLLECTION_DOESNT_EXIST, f"There is no named collection `{name}`")
    fixed = frozenset(form.spelled(k) for k, may in found.overridable.items() if may is False)
    return {form.spelled(key): value for key, value in found.values.items()}, fixed
