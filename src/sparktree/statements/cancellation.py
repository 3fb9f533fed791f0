"""Work on parts that a statement does itself: KILL QUERY ends it."""

from __future__ import annotations

from sparktree.background.tasks import Cancellation
from sparktree.statements.context import Context


class StatementCancellation(Cancellation):
    """Asks whether the statement was killed; Spark jobs run under the statement's own id."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context

    @property
    def query_id(self) -> str:
        """The statement's id."""
        return self._context.query_id

    def check(self) -> None:
        """QUERY_WAS_CANCELLED if somebody killed the statement, ABORTED if the work is to stop."""
        self._context.check_not_killed()
        super().check()
