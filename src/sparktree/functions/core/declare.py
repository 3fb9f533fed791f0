"""How a function is declared: its names, its types, its meaning in the kernel, its documentation.

    @function("length", returns=UINT64, example=("length('é')", "2"), aliases=("OCTET_LENGTH",))
    def length(call: Call) -> Sql:
        \"\"\"Number of bytes, not of characters.\"\"\"
        return sql.call("strlen", call[0])

`returns` is a type or a callable over the arguments. The body gives kernel SQL of the result's
kernel form, or, with `condition=True`, a kernel BOOLEAN that stands for a UInt8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal as Choice
from typing import Self, TypedDict, Unpack

from sparktree.errors import Code, Error
from sparktree.kernel.sql import Sql
from sparktree.registry import NamedRegistry
from sparktree.settings.query import DEFAULTS, QuerySettings
from sparktree.settings.server import ServerFacts
from sparktree.types import BOOL, NULL_TYPE, UINT8, LowCardinality, Type

# A constant argument's value: None, bool, int, float, str, Decimal, date, list, tuple.
Value = object


@dataclass(frozen=True, slots=True)
class Argument:
    """What typing knows of an argument; `value` computes it if it is constant."""

    type: Type
    is_constant: bool = False
    compute: Callable[[], Value] | None = field(default=None, compare=False)
    parameters: tuple[Type, ...] | None = None  # of a lambda; `type` is then its result
    context: QueryContext | None = field(default=None, compare=False)

    @property
    def value(self) -> Value:
        """The constant value; ask `is_constant` first."""
        if self.compute is None:
            raise Error(Code.ILLEGAL_COLUMN, "The argument must be constant.")
        return self.compute()


class Arguments(tuple[Argument, ...]):
    """The arguments of a call, and the name of the function that they are for."""

    function: str

    @classmethod
    def of(cls, function: str, arguments: Iterable[Argument]) -> Self:
        """The arguments of a function."""
        made = cls(arguments)
        made.function = function
        return made


@dataclass(frozen=True, slots=True)
class QueryContext:
    """What a function may know of the query that calls it."""

    zone: str = "UTC"
    server_zone: str = ""  # that of the engine, if a session has another one
    database: str = "default"
    user: str = "default"
    query_id: str = ""
    now: float = 0.0
    version: str = "26.9.1.1"
    settings: QuerySettings = DEFAULTS
    host: str = "localhost"
    uptime: int = 0
    server: ServerFacts = field(default_factory=ServerFacts)
    headers: Mapping[str, str] = field(default_factory=dict)  # of an HTTP request
    # The functions of a subquery with settings of its own, by name; None in all other queries.
    rebound: dict[str, Function] | None = None

    def of_subquery(self, settings: QuerySettings) -> QueryContext:
        """The context of a subquery that has other settings."""
        return replace(self, settings=settings, rebound={})

    def bound(self, function: Function) -> Function:
        """The function as a query calls it: what its lowering knows are the subquery's settings,
        also where the whole query is lowered."""
        if self.rebound is None:
            return function

        def lower(call: Call) -> Sql:
            arguments = tuple(replace(one, context=self) for one in call.arguments)
            return function.lower(replace(call, arguments=arguments, context=self))

        return self.rebound.setdefault(function.name, replace(function, lower=lower))


LambdaBody = Callable[..., Sql]


class ArgumentsOfCall:
    """The arguments as a lowering asks for them: kernel SQL by position, and their types."""

    __slots__ = ()
    arguments: tuple[Argument, ...]
    sqls: tuple[Sql, ...]

    def __getitem__(self, position: int) -> Sql:
        return self.sqls[position]

    def __len__(self) -> int:
        return len(self.sqls)

    def type(self, position: int) -> Type:
        """The argument's type as given (Nullable and LowCardinality included)."""
        return self.arguments[position].type

    def inner(self, position: int) -> Type:
        """The argument's type without Nullable and LowCardinality."""
        return self.arguments[position].type.inner


@dataclass(frozen=True, slots=True)
class Call(ArgumentsOfCall):
    """A call as its lowering sees it: `call[0]` is the kernel SQL of the first argument."""

    name: str
    arguments: tuple[Argument, ...]
    result: Type
    context: QueryContext
    sqls: tuple[Sql, ...]
    conditions: Callable[[int], Sql]
    lambdas: dict[int, LambdaBody] = field(default_factory=dict)

    def value(self, position: int) -> Value:
        """The value of a constant argument."""
        return self.arguments[position].value

    def condition(self, position: int) -> Sql:
        """The argument as a kernel BOOLEAN."""
        return self.conditions(position)

    def body(self, position: int) -> LambdaBody:
        """A lambda argument: give it the kernel SQL of its parameters."""
        return self.lambdas[position]


Monotonic = Choice["no", "increasing", "decreasing", "partly"]
Rule = Callable[[Arguments], Type]  # the type of the result
Returns = Type | Rule
Lowering = Callable[[Call], Sql]


@dataclass(frozen=True, slots=True)
class Function:
    """A scalar function as declared."""

    name: str
    returns: Returns
    lower: Lowering
    arity: tuple[int, int | None]
    family: str  # the package that declares it
    doc: str = ""
    example: tuple[str, str] | None = None
    aliases: tuple[str, ...] = ()
    any_case: bool = False
    condition: bool = False
    # propagate: the lowering is NULL for NULL; guard: it is not, so the planner sees to it; own:
    # the function has its own rule.
    nulls: Choice["propagate", "guard", "own"] = "propagate"
    low_cardinality: bool = True  # whether LowCardinality(T) in gives LowCardinality out; those
    # with their own rule for NULL say so, the others do it by themselves
    deterministic: bool = True
    constant_in_query: bool = False  # now(), version(): one value for the whole query
    lambda_parameters: Callable[[Sequence[Argument]], tuple[Type, ...]] | None = None
    monotonic: Monotonic = "no"
    constant_arguments: tuple[int, ...] = ()  # positions that must be constant
    any_case_aliases: tuple[str, ...] = ()  # aliases that are found in any case
    folds: bool = True  # whether constant arguments make a constant result
    bare: bool = False  # whether its name alone is a call: CURRENT_DATE
    # Whether the default of a type may be an error: each dictionary of LowCardinality has it.
    refuses_default: bool = False
    exact_aliases: tuple[str, ...] = ()  # aliases that are found in this case alone
    too_few: Code = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH  # the errors of a wrong number
    too_many: Code = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH
    refuses_null: bool = False  # whether NULL itself is an error, instead of NULL again
    takes_variants: bool = False  # whether a Variant is an argument like others, NULL included
    refuses_low_cardinality: bool = False  # whether a dictionary is an error
    of_null: Type | None = None  # the type of the NULL that a bare NULL gives, if it has one
    converts: bool = False  # whether it turns a value into one of another type, as CAST does
    takes_nothing: bool = False  # whether Nothing, which has no values, is a type like others

    def __reduce__(self) -> tuple[Callable[[str], Function], tuple[str]]:
        """Tasks find the function by its name: what it is made of does not travel."""
        return function_named, (self.name,)

    def result_type(self, arguments: Sequence[Argument]) -> Type:
        """The type of a call with these arguments (without NULL where it propagates)."""
        if isinstance(self.returns, Type):
            return self.returns
        return self.returns(Arguments.of(self.name, arguments))

    def check_arity(self, count: int) -> None:
        """Fail as ClickHouse does on a wrong number of arguments."""
        least, most = self.arity
        if count < least or (most is not None and count > most):
            code = self.too_few if count < least else self.too_many
            raise wrong_arity(self.name, count, least, most, code)


FUNCTIONS: NamedRegistry[Function] = NamedRegistry()


def function_named(name: str) -> Function:
    """The function of that very name."""
    return FUNCTIONS[name]


# Aliases that ClickHouse has as functions of their own, and stores under their own names.
_TWINS = frozenset({"CAST", "DATE", "arrayDotProduct", "indexOfAssumeSorted", "toDateTime32"})


def own_name(spelling: str) -> str:
    """What the function is called that has this name or alias."""
    return spelling if spelling in _TWINS else FUNCTIONS[spelling].name


def wrong_arity(
    name: str,
    count: int,
    least: int,
    most: int | None,
    code: Code = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
) -> Error:
    """NUMBER_OF_ARGUMENTS_DOESNT_MATCH, or another error, with ClickHouse's words."""
    if most is None:
        wanted = f"at least {least}"
    elif least == most:
        wanted = str(least)
    else:
        wanted = f"{least} to {most}" if most - least > 1 else f"{least} or {most}"
    return Error(
        code,
        f"Number of arguments for function {name} doesn't match: passed {count},"
        f" should be {wanted}",
    )


class Options(TypedDict, total=False):
    """What a declaration may say besides: fields of Function, which has their defaults."""

    aliases: tuple[str, ...]
    any_case: bool
    condition: bool
    deterministic: bool
    constant_in_query: bool
    lambda_parameters: Callable[[Sequence[Argument]], tuple[Type, ...]] | None
    monotonic: Monotonic
    constant_arguments: tuple[int, ...]
    any_case_aliases: tuple[str, ...]
    folds: bool
    bare: bool
    refuses_default: bool
    exact_aliases: tuple[str, ...]
    too_few: Code
    too_many: Code
    refuses_null: bool
    takes_variants: bool
    refuses_low_cardinality: bool
    of_null: Type | None
    converts: bool
    takes_nothing: bool


def function(
    name: str,
    *,
    returns: Returns,
    args: int | tuple[int, int | None] = 1,
    family: str = "",
    example: tuple[str, str] | None = None,
    nulls: Choice["propagate", "guard", "own"] = "propagate",
    low_cardinality: bool | None = None,
    **options: Unpack[Options],
) -> Callable[[Lowering], Lowering]:
    """Declare a function; the decorated body is its lowering, its docstring the documentation."""
    if example is None and isinstance(returns, Type) and args in (0, (0, 1)):
        example = typed_example(name, returns)

    def declare(lower: Lowering) -> Lowering:
        declared = Function(
            name=name,
            returns=returns,
            lower=lower,
            arity=(args, args) if isinstance(args, int) else args,
            family=family or package(lower),
            doc=(lower.__doc__ or "").strip(),
            example=example,
            nulls=nulls,
            low_cardinality=nulls != "own" if low_cardinality is None else low_cardinality,
            **options,
        )
        add(declared)
        return lower

    return declare


def package(declaring: Callable[..., object]) -> str:
    """The family of a function: the package of the module that declares it."""
    return declaring.__module__.split(".")[2]


def add(declared: Function) -> None:
    """File a function under all its names."""
    for spelling in (declared.name, *declared.aliases):
        FUNCTIONS.name(spelling, declared, any_case=declared.any_case)
    for spelling in declared.exact_aliases:
        FUNCTIONS.add(spelling, declared)
    for spelling in declared.any_case_aliases:
        FUNCTIONS.name(spelling, declared, any_case=True)


def find(name: str) -> Function | None:
    """The function of that name, in ClickHouse's rules of case."""
    return FUNCTIONS.find(name)


def is_condition(type_: Type) -> bool:
    """Whether a value of the type can decide something: UInt8, Bool or NULL."""
    return type_ == NULL_TYPE or type_.inner in (UINT8, BOOL)


def on_dictionary(arguments: Sequence[Argument]) -> bool:
    """Whether a call works on the dictionary of its only LowCardinality column."""
    low = [a for a in arguments if isinstance(a.type, LowCardinality)]
    full = [a for a in arguments if not a.is_constant]
    return bool(low) and len(full) <= 1 and all(isinstance(a.type, LowCardinality) for a in full)


def typed_example(name: str, type_: Type, *arguments: str) -> tuple[str, str]:
    """An example of a function whose values nobody can foresee: the type of what it gives."""
    return f"toTypeName({name}({', '.join(arguments)}))", str(type_)


def illegal_type(name: str, type_: Type, position: int | None = None) -> Error:
    """ILLEGAL_TYPE_OF_ARGUMENT with ClickHouse's words."""
    where = "argument" if position is None else f"{position + 1}. argument"
    return Error(
        Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Illegal type {type_} of {where} of function {name}"
    )
