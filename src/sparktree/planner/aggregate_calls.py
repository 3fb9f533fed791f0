"""Calls of aggregates as their declarations see them: partial values in, results or states out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sparktree.errors import not_implemented
from sparktree.functions.aggregates.declare import (
    Agg,
    AggregateCall,
    filled,
)
from sparktree.functions.core.declare import QueryContext
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.planner.calls import argument_types, state_types
from sparktree.planner.expr import AggregateUse
from sparktree.planner.lower import Lowering
from sparktree.types import Type


@dataclass(frozen=True, slots=True)
class Calls:
    """What GROUP BY and windows compute of a call alike."""

    lowering: Lowering
    context: QueryContext

    def of(self, use: AggregateUse) -> AggregateCall:
        """The call as the aggregate's declaration sees it."""
        arguments = tuple(argument_types(use, self.context))
        sqls = () if merges(use) else tuple(self.lowering.value(a) for a in use.args)
        return AggregateCall(use.name, arguments, use.parameters, sqls, use.type, self.context.zone)

    def merging(self, use: AggregateUse, call: AggregateCall) -> tuple[Agg, ...]:
        """The kernel calls that merge the states of the argument into partial values."""
        if use.aggregate.merge is None:
            raise not_implemented(f"States of {use.aggregate.name} cannot be merged.")
        value = self.lowering.value(use.args[0])
        return use.aggregate.merge(call, use.aggregate.unpack(value, self.state_types(use, call)))

    def finished(self, use: AggregateUse, call: AggregateCall, parts: Sequence[Sql]) -> Sql:
        """The result out of the partial columns, or the state itself."""
        if use.mode == "state":
            return use.aggregate.pack(parts)
        if use.mode == "merge_state":
            # The kernel sums counts in a wider type than that of the state.
            kinds = self.state_types(use, call)
            return use.aggregate.pack(
                [sql.cast(p, kind.kernel) for p, kind in zip(parts, kinds, strict=True)]
            )
        assert use.aggregate.final is not None
        return filled(use.aggregate.final(call, tuple(parts)), use.type)

    def state_types(self, use: AggregateUse, call: AggregateCall) -> tuple[Type, ...]:
        """The types of the partial values."""
        return state_types(use, call.arguments, use.type, self.context)


def merges(use: AggregateUse) -> bool:
    """Whether the call reads states."""
    return use.mode in ("merge", "merge_state")
