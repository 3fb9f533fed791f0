"""Expressions: names resolved, calls typed, subqueries computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.combinators import resolution
from sparktree.functions.core.constant_arguments import in_zone_of, named_type
from sparktree.functions.core.declare import QueryContext, find, is_condition
from sparktree.planner import calls
from sparktree.planner.analysis.aggregate_arithmetic import outside
from sparktree.planner.analysis.alias_memory import AliasMemory
from sparktree.planner.analysis.analyser import AnalyseQuery, Analyser, Correlated, Numbers
from sparktree.planner.analysis.asterisk import Bound, expand
from sparktree.planner.analysis.constants import literal_type, typed_parameter
from sparktree.planner.analysis.rewritten_calls import rewritten
from sparktree.planner.analysis.scope import Scope
from sparktree.planner.analysis.special_forms import SPECIAL_FORMS, form_name, special_form
from sparktree.planner.analysis.subcolumns import subcolumn
from sparktree.planner.analysis.subqueries import scalar_subquery
from sparktree.planner.analysis.user_functions import called
from sparktree.planner.casting import cast_to, unwrapped
from sparktree.planner.environment import Environment
from sparktree.planner.expr import (
    AggregateUse,
    Call,
    Column,
    Constant,
    Expr,
    GroupingUse,
    Lambda,
    Variable,
    is_constant,
    walk,
)
from sparktree.planner.lower import argument, fold
from sparktree.planner.variants import check_suspicious
from sparktree.sql import ast, column_name, format_query, substitute
from sparktree.types import (
    STRING,
    UINT64,
    Array,
    LowCardinality,
    Map,
    Tuple,
    Type,
    make_nullable,
    remove_low_cardinality,
)


@dataclass(slots=True)
class ExpressionAnalyser:
    """Makes typed expressions of syntax trees, inside one scope."""

    environment: Environment
    scope: Scope
    numbers: Numbers
    analyse_query: AnalyseQuery
    array_joins: list[tuple[Column, Expr]] = field(default_factory=list)
    windows: WindowAnalyser | None = None
    aliases: AliasMemory = field(default_factory=AliasMemory)
    correlated: list[Correlated] | None = None  # None where no such subquery may stand
    answers: dict[int, int] = field(default_factory=dict)  # of EXISTS, by its node

    @property
    def context(self) -> QueryContext:
        """What functions may know."""
        return self.environment.context

    def expr(self, node: ast.Expression) -> Expr:
        """The typed expression."""
        handler = _HANDLERS.get(type(node))
        if isinstance(node, ast.Lambda):
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Lambda {format_query(node, one_line=True)} is not allowed in expression context."
                f" In scope {self.scope.text}",
            )
        if handler is None:
            raise Error(
                Code.UNSUPPORTED_METHOD, f"{type(node).__name__} cannot stand in this place."
            )
        return handler(self, node)

    # --- leaves ---------------------------------------------------------------------------

    def literal(self, node: ast.Literal) -> Expr:
        """A constant of the smallest type that holds it."""
        return Constant(literal_type(node), node.value)

    def aliased(self, node: ast.Aliased) -> Expr:
        """An expression that others may name. What aliases that mean each other mean to others is
        found when these ask."""
        return self.alias(node.alias, node.expression, anew=node.alias in self.scope.circular)

    def alias(
        self, name: str, node: ast.Expression, owner: Scope | None = None, *, anew: bool = False
    ) -> Expr:
        """The expression behind an alias, analysed once. One of a query around this one (`owner`)
        means here what its words mean here."""
        owner = owner or self.scope
        known = None if anew else self.aliases.find(name, owner)
        if known is not None:
            return known
        if name in owner.resolving:
            return self.expr(node)
        keep = not self.scope.variables and not anew
        found = self.aliases.resolve(name, owner, lambda: self.expr(node), keep=keep)
        most = self.environment.settings.max_expanded_ast_elements
        if most and self.aliases.size(found) > most:
            raise Error(Code.BAD_ARGUMENTS, f"Query tree is too big. Maximum: {most}")
        return found

    @contextmanager
    def previous(self, name: str, variable: Variable) -> Iterator[None]:
        """Where a name means a value of the row before, also inside of what aliases stand for."""
        known, self.aliases = self.aliases, AliasMemory()
        try:
            with self._variables({name: variable}):
                yield
        finally:
            self.aliases = known

    def identifier(self, node: ast.Identifier) -> Expr:
        """A variable, an alias or a column, in that order."""
        first = node.parts[0]
        if first in self.scope.variables:
            return self._subfields(self.scope.variables[first], node.parts[1:], node)
        by_alias = self._alias(first)
        if by_alias is not None and len(node.parts) == 1:
            return by_alias
        found = self.scope.column(node.parts)
        if found is not None and (known := self._fields(*found)) is not None:
            return known
        if by_alias is not None:
            return self._subfields(by_alias, node.parts[1:], node)
        structure = self._structure(node.parts)
        if structure is not None:
            return structure
        place = self.scope.source_name(node.parts)
        if place is not None:
            return Constant(LowCardinality(STRING), place)
        outer = self._from_around(node)
        if outer is not None:
            return outer
        function = find(first) if len(node.parts) == 1 else None
        if function is not None and function.bare:
            return self.call(first, [])
        raise self.scope.unknown(".".join(node.parts))

    def _from_around(self, node: ast.Identifier) -> Expr | None:
        """An alias or a column of a query around this one; `a.b` is rather a column b of a."""
        first, *rest = node.parts
        if rest and (found := self.scope.captured_column(node.parts)) is not None:
            return self._subfields(*found, node)
        by_alias = self._outer_alias(first)
        if by_alias is not None:
            return self._subfields(by_alias, tuple(rest), node)
        found = self.scope.captured_column(node.parts)
        return None if found is None else self._subfields(*found, node)

    def _alias(self, name: str) -> Expr | None:
        definition = self.scope.own_alias(name)
        if isinstance(definition, ast.Lambda) and self.scope.column((name,)):
            return None  # a function has names of its own
        if definition is not None and self._resolves(name, definition):
            if self.environment.settings.prefer_column_name_to_alias and self.scope.column((name,)):
                return None
            return self.alias(name, definition)
        for owner in self.scope.outward():
            outer = owner.with_expressions.get(name)
            if outer is not None and name not in owner.resolving and not self.scope.column((name,)):
                return self.alias(name, outer, owner)
        return None

    def _resolves(self, name: str, definition: ast.Expression) -> bool:
        """Whether the alias means more than a column of its name: not while it is resolved, and
        not if it is the name of another that is and of no column."""
        resolving = self.scope.resolving
        if isinstance(definition, ast.Identifier) and definition.parts[0] in resolving - {name}:
            return name not in resolving and self.scope.column(definition.parts) is not None
        return name not in resolving

    def _outer_alias(self, name: str) -> Expr | None:
        """What a query around this one gives that name to."""
        for owner in self.scope.outward():
            if owner is not self.scope and name in owner.aliases and name not in owner.resolving:
                return self.alias(name, owner.aliases[name], owner)
        return None

    def _structure(self, parts: tuple[str, ...]) -> Expr | None:
        """A Nested structure as a whole: an array of tuples, behind ARRAY JOIN one of them."""
        found = self.scope.structure(parts)
        if found is None:
            return None
        columns, of_row = found
        names = tuple(columns)
        if of_row:
            whole = self.call("tuple", list(columns.values()))
            return cast_to(whole, Tuple(tuple(c.type for c in columns.values()), names))
        if not all(isinstance(column.type, Array) for column in columns.values()):
            return None
        return self.call("nested", [Constant(Array(STRING), list(names)), *columns.values()])

    def _subfields(self, base: Expr, rest: tuple[str, ...], node: ast.Identifier) -> Expr:
        found = self._fields(base, rest)
        if found is None:
            raise self.scope.unknown(".".join(node.parts))
        return found

    def _fields(self, base: Expr, rest: tuple[str, ...]) -> Expr | None:
        """What the rest of a dotted name reads of a value; None if there is no such part of it."""
        found: Expr | None = base
        for name in rest:
            found = None if found is None else subcolumn(found, name, self.context)
        return found

    def parameter(self, node: ast.QueryParameter) -> Constant:
        """`{name:Type}`: its text, read as TabSeparated would be, as a constant of the type."""
        text = self.environment.parameter(node.name)
        if text is None:
            raise Error(Code.UNKNOWN_QUERY_PARAMETER, f"Substitution `{node.name}` is not set")
        return typed_parameter(node, text, self.context)

    # --- calls ----------------------------------------------------------------------------

    def function(self, node: ast.Function) -> Expr:
        """A call of whatever the name means."""
        node = rewritten(node)
        special = SPECIAL_FORMS.get(form_name(node.name))
        if special is not None:
            return special.analysis(self, node)
        named = self._named_lambda(node.name)
        if named is not None:
            return self.expr(called(node, named, self._defined))
        if node.over is not None:
            return self._window(node)
        scalar = find(node.name)
        if scalar is not None and node.parameters:
            message = f"Function {node.name} is not parametric"
            raise Error(Code.FUNCTION_CANNOT_HAVE_PARAMETERS, message)
        if scalar is not None and scalar.lambda_parameters is not None:
            return self._higher_order(node)
        if self.windows is not None and self.windows.counts_rows(node):
            return self.windows.count_of_rows(self, node)
        if scalar is not None and scalar.name in ("if", "multiIf"):
            return self._choice(node)
        if scalar is not None:
            return self.call(node.name, [self.expr(arg) for arg in self.spread(node)])
        use = self.aggregate(node)
        if use is not None:
            return outside(use, self.context)
        body = self.environment.user_function(node.name)
        if body is not None:
            return self.expr(called(node, body, self._defined))
        if self.windows is not None and self.windows.knows(node.name):
            raise Error(
                Code.BAD_ARGUMENTS,
                f"The function '{node.name}' can only be used as a window function, not as an"
                " aggregate function",
            )
        raise self.unknown_function(node, calls.unknown_function(node.name))

    def unknown_function(self, node: ast.Function, error: Error) -> Error:
        """The error of a name that means nothing, if nothing is wrong with the arguments."""
        for arg in self.spread(node):
            if not isinstance(arg, ast.Lambda | ast.Subquery):
                self.expr(arg)
        return error

    def _choice(self, node: ast.Function) -> Expr:
        """A choice by constants takes its branch even if the others make no sense."""
        arguments = self.spread(node)
        made: list[Expr] = []
        try:
            made.extend(map(self.expr, arguments))  # those before a wrong one stay
            return self.call(node.name, made)
        except Error as error:
            variants = self.environment.settings.use_variant_as_common_type
            untyped = error.code == Code.NO_COMMON_TYPE and not variants
            if untyped or error.code == Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH or not made:
                raise
            *choices, otherwise = arguments
            for place in range(0, len(choices) - 1, 2):
                found = made[place] if place < len(made) else self.expr(choices[place])
                if not is_constant(found) or not is_condition(found.type):
                    raise
                if fold(found, self.context).value:
                    return self.expr(choices[place + 1])
            if len(choices) % 2 or not choices:
                raise
            return self.expr(otherwise)

    def _named_lambda(self, name: str) -> ast.Lambda | None:
        """`WITH (x -> x + 1) AS f`: what a call of f means."""
        definition = self.scope.own_alias(name) or self.scope.with_expression(name)
        return definition if isinstance(definition, ast.Lambda) else None

    def _defined(self, name: str) -> ast.Lambda | None:
        """The lambda that has the name, if no function of our own has it."""
        named = self._named_lambda(name)
        return named if named or find(name) else self.environment.user_function(name)

    def call(self, name: str, args: Sequence[Expr]) -> Expr:
        """A typed call of a scalar function."""
        return calls.call(name, args, self.context)

    def spread(self, node: ast.Function) -> list[ast.Expression]:
        """The arguments with `*` spread."""
        return self.listed(node.args)

    def listed(self, nodes: Sequence[ast.Expression]) -> list[ast.Expression]:
        """The expressions with `*` and COLUMNS spread."""
        found: list[ast.Expression] = []
        for node in nodes:
            if isinstance(node, ast.Asterisk | ast.Columns):
                found += [one for one, _ in self.expanded(node)]
            elif isinstance(node, ast.Function) and node.name == "untuple":
                found += [element for element, _ in self.elements(node)]
            else:
                found.append(node)
        return found

    def elements(self, node: ast.Function) -> list[tuple[ast.Expression, str]]:
        """The elements that `untuple(...)` stands for, with their names."""
        if len(node.args) != 1:
            raise Error(Code.UNSUPPORTED_METHOD, "Function 'untuple' must have 1 argument")
        type_ = unwrapped(self.expr(node.args[0])).type
        if not isinstance(type_, Tuple):
            message = f"Function 'untuple' argument must have compound type. Got {type_}"
            raise Error(Code.UNSUPPORTED_METHOD, message)
        names = type_.names or tuple(str(i) for i in range(1, len(type_.of) + 1))
        return [
            (ast.Function("tupleElement", (node.args[0], ast.Literal(name))), name)
            for name in names
        ]

    def matched(self, node: ast.Asterisk | ast.Columns) -> Expr:
        """`*` or COLUMNS in the place of one expression."""
        found = self.expanded(node)
        if len(found) != 1:
            raise Error(
                Code.UNSUPPORTED_METHOD,
                f"{column_name(node)} stands for {len(found)} columns in the place of one.",
            )
        return self.expr(found[0][0])

    def expanded(self, node: ast.Asterisk | ast.Columns) -> list[tuple[ast.Expression, str]]:
        """The expressions that `*` or COLUMNS stands for, with their names."""
        return expand(node, self.scope, lambda name: self.expr(name).type)

    def bound(self, node: Bound) -> Expr:
        """A column that `*` found."""
        return node.column

    def aggregate(self, node: ast.Function) -> AggregateUse | None:
        """A typed call of an aggregate function, if the name is one."""
        known = resolution.is_aggregate(node.name)
        args = [self.expr(arg) for arg in self.spread(node)] if known else []
        parameters = [self.constant(p) for p in node.parameters or ()] if known else []
        outer = self.scope.variables.values()
        if outer and any(part in outer for arg in args for part in walk(arg)):
            # Rows are aggregated before the elements of their arrays are looked at.
            message = f"Aggregate function {column_name(node)} reads the argument of a lambda"
            raise Error(Code.NOT_FOUND_COLUMN_IN_BLOCK, message)
        name = calls.aggregate_name(node.name, self.context)
        use = calls.aggregate(name, args, parameters, self.context, node.over is not None)
        if use is not None and node.nulls == "RESPECT":
            name = resolution.respecting_nulls(name)
            return calls.aggregate(name, args, parameters, self.context, node.over is not None)
        return use

    def _window(self, node: ast.Function) -> Expr:
        if self.windows is None:
            raise Error(
                Code.ILLEGAL_AGGREGATION,
                f"Window function {node.name} is found in a wrong place in the query",
            )
        return self.windows.use(self, node)

    def constant(self, node: ast.Expression) -> object:
        """The value of an expression that must be constant."""
        expr = self.expr(node)
        if not is_constant(expr):
            raise Error(
                Code.BAD_ARGUMENTS, f"Expected a constant expression, got {column_name(node)}"
            )
        return fold(expr, self.context).value

    def _higher_order(self, node: ast.Function) -> Expr:
        function = find(node.name)
        assert function is not None and function.lambda_parameters is not None
        plain = {
            i: unwrapped(self.expr(a))
            for i, a in enumerate(node.args)
            if not self._is_function_argument(a)
        }
        described = [calls.described_to(function, e, self.context) for e in plain.values()]
        args: list[Expr] = []
        for i, arg in enumerate(node.args):
            if i in plain:
                args.append(plain[i])
            else:
                args.append(self._lambda(arg, function.lambda_parameters(described), node.name))
        function.check_arity(len(args))
        return calls.typed_call(function, tuple(args), self.context)

    def _is_function_argument(self, node: ast.Expression) -> bool:
        if isinstance(_unnamed(node), ast.Lambda):
            return True
        if not isinstance(node, ast.Identifier) or len(node.parts) != 1:
            return False
        name = node.parts[0]
        if self._named_lambda(name) is not None:
            return True
        unknown = self.scope.own_alias(name) is None and self.scope.column((name,)) is None
        if not unknown or name in self.scope.variables:
            return False
        return find(name) is not None or self.environment.user_function(name) is not None

    def _lambda(self, node: ast.Expression, types: tuple[Type, ...], caller: str) -> Lambda:
        node = _unnamed(node)
        if isinstance(node, ast.Identifier):  # WITH x -> x + 1 AS f SELECT arrayMap(f, a)
            node = self._named_lambda(node.parts[0]) or node
        if isinstance(node, ast.Identifier):  # arrayMap(toString, a)
            names = tuple(f"_arg{i}" for i in range(len(types)))
            identifiers = tuple(ast.Identifier((name,)) for name in names)
            node = ast.Lambda(names, ast.Function(node.parts[0], identifiers))
        assert isinstance(node, ast.Lambda)
        if len(node.parameters) != len(types):
            if (
                len(types) == 1
                and isinstance(types[0], Tuple)
                and len(types[0].of) == len(node.parameters)
            ):
                return self._tuple_lambda(node, types[0])
            holes = ", ".join("?" for _ in node.parameters)
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"First argument for this overload of {caller} must be a function with"
                f" {len(types)} arguments, found Function(({holes}) -> ?) instead",
            )
        variables = tuple(
            Variable(t, f"{name}#{next(self.numbers.counter)}")
            for name, t in zip(node.parameters, types, strict=True)
        )
        with self._variables(dict(zip(node.parameters, variables, strict=True))):
            body = self.expr(node.body)
        return Lambda(body.type, variables, body)

    def _tuple_lambda(self, node: ast.Lambda, type_: Tuple) -> Lambda:
        """`(x, y) -> ...` over an array of pairs takes them apart."""
        whole = Variable(type_, f"_pair#{next(self.numbers.counter)}")
        key = f"_pair#{whole.name}"
        replaced: dict[str, ast.Expression] = {
            name: ast.Function("tupleElement", (ast.Identifier((key,)), ast.Literal(i)))
            for i, name in enumerate(node.parameters, 1)
        }
        body = substitute(node.body, replaced)
        with self._variables({key: whole}):
            typed = self.expr(body)
        return Lambda(typed.type, (whole,), typed)

    @contextmanager
    def _variables(self, new: dict[str, Variable]) -> Iterator[None]:
        before = self.scope.variables
        self.scope.variables = {**before, **new}
        try:
            yield
        finally:
            self.scope.variables = before


@special_form("CAST", any_case=True)
def cast(analyser: Analyser, node: ast.Function) -> Expr:
    """CAST: the type is a constant string; a decimal literal keeps its digits."""
    if len(node.args) != 2:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Number of arguments for function CAST doesn't match:"
            f" passed {len(node.args)}, should be 2",
        )
    written = argument(analyser.expr(node.args[1]), analyser.context)
    named = target = named_type("CAST", written)
    check_suspicious(target, analyser.context)
    source = _digits(node.args[0], target) or analyser.expr(node.args[0])
    target = in_zone_of(target, source.type)
    if source.type.nullable and analyser.environment.settings.cast_keep_nullable:
        target = make_nullable(target)
    made = cast_to(source, target)
    if isinstance(made, Call) and made is not source and target == named:
        # The type as it is written: by that a key of GROUP BY is the same expression or another.
        return replace(made, args=(source, Constant(STRING, written.value)))
    return made


def _digits(node: ast.Expression, target: Type) -> Expr | None:
    if isinstance(node, ast.Literal) and node.text and "Decimal" in str(target):
        return Constant(STRING, node.text)
    return None


@special_form("arrayJoin", "A row for every element of an array.", aliases=("unnest",))
def array_join(analyser: Analyser, node: ast.Function) -> Expr:
    """arrayJoin(x): a row per element."""
    if len(node.args) != 1:
        raise Error(Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH, "Function arrayJoin takes one argument.")
    array = unwrapped(analyser.expr(node.args[0]))
    for column, expr in analyser.array_joins:
        if expr == array:
            return column
    column = analyser.numbers.column(column_name(node), element_type(array.type, "arrayJoin"))
    analyser.array_joins.append((column, array))
    return column


@special_form("grouping", any_case=True)
def grouping(analyser: Analyser, node: ast.Function) -> Expr:
    """grouping(keys), known when the keys of GROUP BY are."""
    if not node.args:
        raise Error(
            Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION, "Function GROUPING expects at least one argument"
        )
    use = GroupingUse(UINT64, tuple(analyser.expr(arg) for arg in node.args))
    if analyser.environment.settings.force_grouping_standard_compatibility:
        return use
    return analyser.call("bitXor", [use, Constant(UINT64, (1 << len(node.args)) - 1)])


class WindowAnalyser:
    """What makes a window call out of `f(x) OVER w`; `windows` has the one there is."""

    def use(self, analyser: ExpressionAnalyser, node: ast.Function) -> Expr:
        """The typed window call."""
        raise NotImplementedError

    def knows(self, name: str) -> bool:
        """Whether it is a function that only windows have."""
        raise NotImplementedError

    def counts_rows(self, node: ast.Function) -> bool:
        """Whether it is a scalar function that numbers or counts all rows."""
        raise NotImplementedError

    def count_of_rows(self, analyser: ExpressionAnalyser, node: ast.Function) -> Expr:
        """The number of a row, from 0, or what all rows are together."""
        raise NotImplementedError


def element_type(type_: Type, function: str) -> Type:
    """The type of an array's elements (a map's are its pairs)."""
    inner = remove_low_cardinality(type_)
    if isinstance(inner, Array):
        return inner.of
    if isinstance(inner, Map):
        return Tuple((inner.key, inner.value), ("keys", "values"))
    if function == "arrayJoin":
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT, "Argument for function arrayJoin must be Array or Map"
        )
    raise Error(
        Code.TYPE_MISMATCH, f"Argument of {function} must be an array or a map, got {type_}"
    )


def _unnamed(node: ast.Expression) -> ast.Expression:
    return node.expression if isinstance(node, ast.Aliased) else node


_HANDLERS: dict[type[ast.Expression], Callable[..., Expr]] = {
    ast.Literal: ExpressionAnalyser.literal,
    ast.Asterisk: ExpressionAnalyser.matched,
    ast.Columns: ExpressionAnalyser.matched,
    ast.Aliased: ExpressionAnalyser.aliased,
    ast.Identifier: ExpressionAnalyser.identifier,
    Bound: ExpressionAnalyser.bound,
    ast.Function: ExpressionAnalyser.function,
    ast.Subquery: scalar_subquery,
    ast.QueryParameter: ExpressionAnalyser.parameter,
}
