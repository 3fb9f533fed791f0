"""The types of calls: scalar functions, aggregates and casts, by ClickHouse's rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.aggregates import declare
from sparktree.functions.aggregates.combinators import resolution
from sparktree.functions.aggregates.parameters import same_states
from sparktree.functions.aggregates.states import function_types, simple
from sparktree.functions.core.declare import (
    FUNCTIONS,
    Argument,
    Function,
    QueryContext,
    Value,
    find,
    illegal_type,
    is_condition,
    on_dictionary,
)
from sparktree.functions.core.omitted_functions import left_out
from sparktree.hints import maybe
from sparktree.kernel.constants import evaluate
from sparktree.planner.casting import cast_to, unwrapped
from sparktree.planner.expr import (
    AggregateUse,
    Call,
    Constant,
    Expr,
    Lambda,
    WindowUse,
    is_constant,
    is_window,
    walk,
)
from sparktree.planner.lower import argument, fold
from sparktree.planner.variants import of_each_type
from sparktree.types import (
    NOTHING,
    NULL_TYPE,
    UINT8,
    AggregateFunction,
    Bool,
    LowCardinality,
    Nothing,
    SimpleAggregateFunction,
    Type,
    Variant,
    inside_low_cardinality,
    make_nullable,
    remove_low_cardinality,
    remove_nullable,
    without_dictionaries,
)


def unknown_function(name: str) -> Error:
    """UNKNOWN_FUNCTION with a hint, or what a function that is left out would need."""
    if (refused := left_out(name)) is not None:
        return refused
    if name in declare.LEFT_OUT:
        return not_implemented(f"The aggregate function {name} is not supported.")
    if (meant := resolution.alias_in_capitals(name)) is not None:
        return declare.unknown_aggregate(meant)
    hint = maybe(name, sorted([*FUNCTIONS, *declare.AGGREGATES]), 2)
    return Error(Code.UNKNOWN_FUNCTION, f"Function with name `{name}` does not exist{hint}")


def call(name: str, args: Sequence[Expr], context: QueryContext) -> Expr:
    """A typed call of a scalar function."""
    function = find(name)
    if function is None:
        raise unknown_function(name)
    function.check_arity(len(args))
    return typed_call(function, tuple(args), context)


def typed_call(function: Function, args: tuple[Expr, ...], context: QueryContext) -> Expr:
    """The call with its result type; to functions that know nothing of Bool it is a UInt8."""
    if function.name not in _HAND_ON:
        args = tuple(map(unwrapped, args))
    try:
        return _typed_call(function, args, context)
    except Error as error:
        numbers = tuple(_as_number(arg) for arg in args)
        if error.code != Code.ILLEGAL_TYPE_OF_ARGUMENT or numbers == args:
            raise
        try:
            return _typed_call(function, numbers, context)
        except Error:
            raise error from None


# What gives its arguments back as they are, with their SimpleAggregateFunction.
_HAND_ON = frozenset(("array", "tuple", "map", "materialize", "identity", "toTypeName", "_CAST"))


def _as_number(arg: Expr) -> Expr:
    """A Bool as a UInt8."""
    type_ = arg.type
    if not isinstance(type_.inner, Bool):
        return arg
    number = make_nullable(UINT8) if type_.nullable else UINT8
    return cast_to(arg, LowCardinality(number) if isinstance(type_, LowCardinality) else number)


def _typed_call(function: Function, args: tuple[Expr, ...], context: QueryContext) -> Expr:
    """The call with its result type: NULLs and LowCardinality as the function says."""
    described = [described_to(function, arg, context) for arg in args]
    if (spread := of_each_type(function, args, context, typed_call)) is not None:
        return spread
    if _of_nothing_at_all(function, args):
        return Call(
            NOTHING, FUNCTIONS["_null"], tuple(a for a in args if not isinstance(a, Lambda))
        )
    if function.refuses_low_cardinality:
        _refuse_dictionaries(function, described)
    if function.nulls == "own":
        return _own_call(function, args, described, context)
    if any(arg.type == NULL_TYPE for arg in args):
        if function.refuses_null:
            raise illegal_type(function.name, NULL_TYPE)
        return _null(args, function.of_null)
    solid = [_seen_as(d, remove_nullable(_without_low_cardinality(d.type))) for d in described]
    result = function.result_type(solid)
    _check_constants(function, described)
    if any(_nullable(d) and not isinstance(d.type, Variant) for d in described):
        result = make_nullable(result)
    _check_default(function, args, described, context)
    return Call(_from_dictionary(function, described, result), context.bound(function), args)


def _check_default(
    function: Function,
    args: tuple[Expr, ...],
    described: Sequence[Argument],
    context: QueryContext,
) -> None:
    """A call that works on a dictionary is made for the default too, which is always in it."""
    full = [isinstance(d.type, LowCardinality) and not d.is_constant for d in described]
    if not function.refuses_default or not any(full) or not on_dictionary(described):
        return
    kinds = [remove_nullable(remove_low_cardinality(d.type)) for d in described]
    made = tuple(
        Constant(kind, evaluate(kind.default())) if replaced else arg
        for arg, kind, replaced in zip(args, kinds, full, strict=True)
    )
    fold(typed_call(function, made, context), context)


def _of_nothing_at_all(function: Function, args: tuple[Expr, ...]) -> bool:
    """Whether an argument can have no value, as the elements of []: the result has none then."""
    own = function.takes_nothing or function.name.startswith("_")
    return not own and any(isinstance(a.type, Nothing) for a in args if not isinstance(a, Lambda))


def described_to(function: Function, arg: Expr, context: QueryContext) -> Argument:
    """An argument as the function sees it: dictionaries inside of arrays and maps few know of."""
    known = argument(arg, context)
    if isinstance(arg, Lambda):
        return _seen_as(known, remove_low_cardinality(known.type))
    if function.name in _KEEP_DICTIONARIES or isinstance(known.type, LowCardinality):
        return known
    return _seen_as(known, without_dictionaries(known.type))


def _seen_as(known: Argument, type_: Type) -> Argument:
    """An argument of another type."""
    return known if type_ is known.type else replace(known, type=type_)


# What puts values together or hands them on; all others see arrays and maps of plain values.
_KEEP_DICTIONARIES = frozenset(
    (
        "array", "tuple", "map", "tupleElement", "materialize", "identity", "toNullable",
        "toTypeName", "firstNonDefault", "defaultValueOfArgumentType", "emptyArrayToSingle",
        "replicate", "mapConcat", "mapFilter", "mapFromArrays", "mapSort", "mapReverseSort",
        "mapPartialSort", "mapPartialReverseSort", "nested",
    )
)  # fmt: skip


def _refuse_dictionaries(function: Function, described: Sequence[Argument]) -> None:
    for position, argument_ in enumerate(described):
        if isinstance(argument_.type, LowCardinality):
            raise illegal_type(function.name, argument_.type, position)


def _from_dictionary(function: Function, described: Sequence[Argument], result: Type) -> Type:
    """LowCardinality for a call that works on a dictionary, if the function hands it on."""
    if function.low_cardinality and on_dictionary(described) and inside_low_cardinality(result):
        return LowCardinality(result)
    return result


def _own_call(
    function: Function,
    args: tuple[Expr, ...],
    described: Sequence[Argument],
    context: QueryContext,
) -> Expr:
    """A call with its own rule for NULL; what has no rule for a bare NULL gives NULL."""
    try:
        result = function.result_type(described)
    except Error as error:
        bare = any(arg.type == NULL_TYPE for arg in args)
        mine = error.code != Code.ILLEGAL_TYPE_OF_ARGUMENT or function.refuses_null
        if mine or not bare:
            raise
        return _null(args)
    _check_constants(function, described)
    _check_default(function, args, described, context)
    return Call(_from_dictionary(function, described, result), context.bound(function), args)


def _null(args: tuple[Expr, ...], of: Type | None = None) -> Expr:
    """NULL for a NULL among the arguments; aggregates among them stay, for they make one row."""
    type_ = NULL_TYPE if of is None else make_nullable(of)
    if any(isinstance(e, AggregateUse | WindowUse) for arg in args for e in walk(arg)):
        return Call(type_, FUNCTIONS["_null"], args)
    return Constant(type_, None)


def _check_constants(function: Function, described: Sequence[Argument]) -> None:
    """ILLEGAL_COLUMN for a column where a constant must be; of the wrong type it failed before."""
    for position in function.constant_arguments:
        if position < len(described) and not described[position].is_constant:
            raise Error(
                Code.ILLEGAL_COLUMN,
                f"Argument at index {position} for function {function.name} must be constant",
            )


def _nullable(described: Argument) -> bool:
    return described.parameters is None and described.type.nullable


def _without_low_cardinality(type_: Type) -> Type:
    type_ = remove_low_cardinality(type_)
    return type_.of if isinstance(type_, SimpleAggregateFunction) else type_


# The aggregates whose result is one of the values, of the type that these have.
_OF_VALUES = frozenset(("any", "anyLast", "anyHeavy", "min", "max", "argMin", "argMax"))

_LAST = ("MergeState", "Merge", "State", "If")  # combinators that -OrNull comes before


def aggregate_name(name: str, context: QueryContext) -> str:
    """The function that is meant: by aggregate_functions_null_for_empty one with -OrNull."""
    if not context.settings.aggregate_functions_null_for_empty:
        return name
    resolved = resolution.resolve(name)
    if resolved is None or resolved[0].of_null == "default" or "OrNull" in resolved[1]:
        return name
    last = next((suffix for suffix in _LAST if name.endswith(suffix)), "")
    return f"{name.removesuffix(last)}OrNull{last}"


def aggregate(
    name: str,
    args: Sequence[Expr],
    parameters: Sequence[Value],
    context: QueryContext,
    over: bool = False,
) -> AggregateUse | None:
    """A typed call of an aggregate function with its combinators, or None if it is no such name.

    Over a window the arguments may be aggregates themselves.
    """
    name = resolution.canonical(name)
    resolved = resolution.resolve(name)
    if resolved is None:
        return None
    declared, suffixes = resolved
    if declared.name == "count" and "Distinct" in suffixes and "State" not in suffixes:
        # Several arguments count as one value, and the exact count of values has its own name.
        exact = context.settings.count_distinct_implementation
        if not resolution.is_aggregate(exact):
            raise declare.unknown_aggregate(exact)
        return aggregate(
            name.replace("Distinct", "").replace("count", exact, 1),
            args,
            parameters,
            context,
            over,
        )
    if not over and any(isinstance(e, AggregateUse) for arg in args for e in walk(arg)):
        raise Error(
            Code.ILLEGAL_AGGREGATION,
            f"Aggregate function {name} is found inside another aggregate function in query",
        )
    if any(is_window(e) for arg in args for e in walk(arg)) and not over:
        raise Error(
            Code.ILLEGAL_AGGREGATION,
            f"A window function is found inside the aggregate function {name} in query",
        )
    split = resolution.split(name)
    if split and split[0].setting and not context.settings.is_on(split[0].setting):
        raise Error(
            Code.UNKNOWN_AGGREGATE_FUNCTION,
            f"Aggregate function {split[0].name} is experimental."
            f" Set `{split[0].setting}` setting to enable it",
        )
    if declared.window_only and not over:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"The function '{name}' can only be used as a window function,"
            " not as an aggregate function",
        )
    if declared.name not in _OF_VALUES or suffixes:
        args = tuple(map(unwrapped, args))
    use = AggregateUse(NULL_TYPE, declared, name, tuple(args), tuple(parameters))
    for suffix in _applied(suffixes):
        use = _apply(suffix, use)
    return _typed(_merging(use), suffixes, context)


def _applied(suffixes: tuple[str, ...]) -> list[str]:
    """The suffixes from the outside in; what lies inside -Merge has been applied to the states."""
    applied: list[str] = []
    for suffix in reversed(suffixes):
        applied.append(suffix)
        if suffix in ("Merge", "MergeState"):
            break
    return applied


def _merging(use: AggregateUse) -> AggregateUse:
    """-Merge takes states of the function that it is called for."""
    if use.mode in ("value", "state"):
        return use
    if len(use.args) != 1:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Incorrect number of arguments for aggregate function with Merge suffix",
        )
    state = use.args[0].type.inner
    if not isinstance(state, AggregateFunction):
        return use
    wanted = resolution.inside(use.name, "Merge", "MergeState")
    inner = resolution.resolve_state(wanted)
    if inner is None:
        raise unknown_function(wanted)
    arguments = len(state.arguments)
    if "If" in inner[1] and arguments:
        arguments -= 1
        _check_condition(inner[0], state.arguments[-1])
    inner[0].check(arguments, len(use.parameters))
    if not same_states(wanted, use.parameters, state):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {state} of argument for aggregate function with Merge suffix because"
            f" it corresponds to different aggregate function: {state.function} instead of"
            f" {wanted}",
        )
    return replace(use, aggregate=inner[0])


def _check_condition(aggregate: declare.Aggregate, type_: Type) -> None:
    """NULL is no condition for aggregates that take NULL for a value."""
    if not is_condition(type_) or (type_.nullable and aggregate.nulls == "own"):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {type_} of the last argument of an aggregate function with the If"
            " suffix: the last argument is the condition and must be UInt8",
        )


def _apply(suffix: str, use: AggregateUse) -> AggregateUse:
    if suffix == "If":
        if not use.args:
            raise Error(
                Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
                f"Aggregate function {use.name} requires at least one argument, the condition",
            )
        _check_condition(use.aggregate, use.args[-1].type)
        return replace(use, args=use.args[:-1], condition=use.args[-1])
    changes: dict[str, dict[str, object]] = {
        "State": {"mode": "state"},
        "Merge": {"mode": "merge"},
        "MergeState": {"mode": "merge_state"},
        "Distinct": {"distinct": True},
        "SimpleState": {},
    }
    return replace(use, **changes[suffix])  # type: ignore[arg-type]


def _typed(use: AggregateUse, suffixes: tuple[str, ...], context: QueryContext) -> AggregateUse:
    described = argument_types(use, context)
    use.aggregate.check(len(described), len(use.parameters))
    result = declare.result_type(
        use.aggregate, described, use.parameters, conditional=_conditional(use)
    )
    first = use.args[0].type if use.args else NULL_TYPE
    if (
        isinstance(first, SimpleAggregateFunction)
        and not first.nullable
        and use.aggregate.name in _OF_VALUES
        and (use.mode, result) == ("value", first.of)
    ):
        result = first
    if "SimpleState" in suffixes:
        result = _simple_type(use, result)
    if use.mode in ("state", "merge_state"):
        result = _state_type(use, described, suffixes)
    if result == NULL_TYPE:
        return _of_nothing(use)
    return replace(use, type=result)


def _conditional(use: AggregateUse) -> bool:
    """Whether the rows, or those of the states that are merged, have a condition of -If."""
    if use.mode in ("merge", "merge_state"):
        state = use.args[0].type.inner
        assert isinstance(state, AggregateFunction)
        return function_types.conditional(state)
    return use.condition is not None


def _of_nothing(use: AggregateUse) -> AggregateUse:
    """An aggregate of a bare NULL: whatever it is, it gives NULL."""
    nothing = tuple(arg for arg in use.args if arg.type == NULL_TYPE)[:1]
    plain = declare.AGGREGATES["any"]
    return replace(use, aggregate=plain, args=nothing, parameters=(), type=NULL_TYPE)


def _simple_type(use: AggregateUse, result: Type) -> Type:
    name = simple.supported(resolution.inside(use.name, "SimpleState"))
    return SimpleAggregateFunction(result, name)


def argument_types(use: AggregateUse, context: QueryContext) -> list[Argument]:
    """What the aggregate's own arguments are: below arrays, and inside states for -Merge."""
    if use.mode in ("merge", "merge_state"):
        state = use.args[0].type.inner if use.args else NULL_TYPE
        if not isinstance(state, AggregateFunction):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {state} of argument for aggregate function {use.name}:"
                " it must be an AggregateFunction state",
            )
        return _merged_arguments(use, state)
    return [_plain(argument(arg, context)) for arg in use.args]


def _plain(known: Argument) -> Argument:
    """An argument of an aggregate: it sees no dictionaries inside of arrays and maps."""
    if isinstance(known.type, LowCardinality):
        return known
    return _seen_as(known, without_dictionaries(known.type))


def _merged_arguments(use: AggregateUse, state: AggregateFunction) -> list[Argument]:
    """The arguments inside a state; the condition of -If is no longer among them."""
    arguments = [Argument(t) for t in state.arguments]
    inner = resolution.resolve_state(state.function)
    assert inner is not None
    return arguments[:-1] if "If" in inner[1] else arguments


def _state_type(
    use: AggregateUse, described: Sequence[Argument], suffixes: tuple[str, ...]
) -> Type:
    """The type of the state; the condition of -StateIf is no part of it, that of -IfState is.

    Suffixes behind -State leave out NULLs before there is a state, so it knows of none.
    """
    if use.mode == "merge_state":
        state = use.args[0].type.inner
        assert isinstance(state, AggregateFunction)
        name = resolution.inside(use.name, "Merge", "MergeState")
        return function_types.state_type(name, use.parameters, state.arguments)
    types = [d.type for d in described]
    if suffixes[-1] != "State" and use.aggregate.nulls == "skip":
        types = [remove_nullable(t) for t in types]
    elif use.condition is not None and suffixes[-1] == "State":
        types.append(use.condition.type)
    inside = resolution.inside(use.name, "State")
    return function_types.state_type(inside, use.parameters, types)


def state_types(
    use: AggregateUse, described: Sequence[Argument], result: Type, context: QueryContext
) -> tuple[Type, ...]:
    """The types of the aggregate's partial columns."""
    if use.aggregate.states is None:
        raise Error(
            Code.NOT_IMPLEMENTED,
            f"The aggregate function {use.aggregate.name} has no state that can be kept.",
        )
    blank = declare.AggregateCall(
        use.name, tuple(described), use.parameters, (), result, context.zone
    )
    return use.aggregate.states(blank)


def is_null_constant(expr: Expr) -> bool:
    """Whether the expression is the literal NULL."""
    return isinstance(expr.type.inner, Nothing) and is_constant(expr)
