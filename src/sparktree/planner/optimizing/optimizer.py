"""What is made of a typed query before it is cut into stages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from sparktree.functions.core.declare import QueryContext
from sparktree.planner.nodes import (
    Estimated,
    Join,
    Node,
    OneRow,
    Project,
    Scan,
    SetOperation,
    produced,
)
from sparktree.planner.optimizing.cardinality import Estimator
from sparktree.planner.optimizing.join_graph import JoinGraph, reaches
from sparktree.planner.optimizing.join_order import Search, Shape, invented
from sparktree.planner.optimizing.pushdown import push_down

# Joins that read so few rows, and make no more, stay as they are written.
SMALL = 200_000.0


def optimized(node: Node, context: QueryContext) -> Node:
    """The node's rows by a way that costs less."""
    pushed = push_down(node)
    if not any(isinstance(one, Join) for one in _all(pushed)):
        return pushed
    ordering = _Ordering(context)
    return ordering.measured(push_down(ordering.node(pushed)))


def _inputs(node: Node) -> list[Node]:
    match node:
        case Join():
            return [node.left, node.right]
        case SetOperation():
            return [root for root, _ in node.inputs]
        case Scan() | OneRow():
            return []
    return [node.input]  # type: ignore[attr-defined]


def _all(node: Node) -> Iterator[Node]:
    yield node
    for below in _inputs(node):
        yield from _all(below)


def _over_inputs(node: Node, change: Callable[[Node], Node]) -> Node:
    """The node over changed inputs."""
    match node:
        case Join():
            return replace(node, left=change(node.left), right=change(node.right))
        case SetOperation():
            return replace(node, inputs=tuple((change(root), e) for root, e in node.inputs))
        case Scan() | OneRow():
            return node
    return replace(node, input=change(node.input))  # type: ignore[attr-defined,call-arg]


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
            return _over_inputs(node, self.node)
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
        made = _over_inputs(node, self.measured)
        if not isinstance(made, Join):
            return made
        left, right, rows = (self.estimator.size(one).rows for one in (made.left, made.right, made))
        return replace(made, estimated=Estimated(left, right, rows))
