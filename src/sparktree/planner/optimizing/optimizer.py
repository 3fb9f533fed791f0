"""What is made of a typed query before it is cut into stages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sparktree.functions.core.declare import QueryContext
from sparktree.planner.nodes import (
    Estimated,
    Join,
    Node,
    Project,
    inputs,
    over_inputs,
    produced,
)
from sparktree.planner.optimizing.cardinality import Estimator
from sparktree.planner.optimizing.empty_branches import without_empty_branches
from sparktree.planner.optimizing.join_graph import JoinGraph, reaches
from sparktree.planner.optimizing.join_order import Search, Shape, invented
from sparktree.planner.optimizing.pushdown import push_down

# Joins that read so few rows, and make no more, stay as they are written.
SMALL = 200_000.0


def optimized(node: Node, context: QueryContext) -> Node:
    """The node's rows by a way that costs less."""
    pushed = without_empty_branches(push_down(node), context)
    if not any(isinstance(one, Join) for one in _all(pushed)):
        return pushed
    ordering = _Ordering(context)
    return ordering.measured(push_down(ordering.node(pushed)))


def _all(node: Node) -> Iterator[Node]:
    yield node
    for below in inputs(node):
        yield from _all(below)


@dataclass(slots=True)
class _Ordering:
    """Orders the joins of one query."""

    context: QueryContext
    estimator: Estimator = field(init=False)

    def __post_init__(self) -> None:
        self.estimator = Estimator(self.context)

    def node(self, node: Node) -> Node:
        """The node with all joins in it in a good order."""
        if not reaches(node):
            return over_inputs(node, self.node)
        graph = JoinGraph.of(node, self.context)
        graph.tables = [self.node(table) for table in graph.tables]
        made = graph.built(self._shape(graph))
        shown = tuple((c, graph.resolved(c)) for c in produced(node).values())
        return Project(made, shown)

    def _shape(self, graph: JoinGraph) -> Shape:
        """The order in which the tables are joined."""
        settings = self.context.settings
        most = settings.query_plan_optimize_join_order_limit
        if len(graph.tables) < 3 or most < 2:
            return graph.written
        tables = graph.measured(self.estimator)
        if settings.query_plan_optimize_join_order_randomize:
            seed = settings.query_plan_optimize_join_order_randomize
            return Search(invented(tables, seed)).best(most).shape
        search = Search(tables)
        written, _ = search.cost(graph.written)
        if written.cost <= SMALL:
            return graph.written
        found = search.best(most)
        return found.shape if found.cost < written.cost else graph.written

    def measured(self, node: Node) -> Node:
        """The node with the estimated rows of its joins."""
        made = over_inputs(node, self.measured)
        if not isinstance(made, Join):
            return made
        left, right, rows = (self.estimator.size(one).rows for one in (made.left, made.right, made))
        return replace(made, estimated=Estimated(left, right, rows))
