"""WITH FILL as a walk from row to row in kernel SQL, where the rows of a gap depend on all before.

They do where values may go back (behind a column without WITH FILL), where NULLs may be, and where
several columns have bounds. The walk keeps what ClickHouse keeps: the place that was reached on the
grid (`f`), the values of the row that is next (`n`), and up to where rows may be made (`c`;
constants without STALENESS). Every step shows at most one row, or a run of made ones.

A NULL takes no part: it is neither before nor behind anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum


class Phase(IntEnum):
    """What the next step does."""

    GROUP = 0  # a group of the columns before WITH FILL begins
    FIRST = 1  # a row is next; the place that was reached may be due first
    GAP = 2  # rows are made up to it
    JUMP = 3  # STALENESS: go on to the row without making rows
    LANDED = 4  # and make those before it
    ROW = 5  # the row itself
    TAIL = 6  # the group has ended
    REST = 7  # rows are made up to TO
    END = 8


_MAKES = f"act IN ({Phase.GAP}, {Phase.LANDED}, {Phase.REST})"


@dataclass(frozen=True, slots=True)
class Grid:
    """A fill column as SQL: its bounds (or NULL), and numbers a step or a staleness further."""

    kind: str  # of its numbers
    descending: bool
    start: str
    end: str
    after: Callable[[str], str]
    is_counted: bool  # all steps are as long
    border: Callable[[str], str] | None

    def before(self, one: str, other: str) -> str:
        """Whether a number comes before another; NULL if one of them is NULL."""
        return f"({one} {'>' if self.descending else '<'} {other})"

    def limit(self, number: str) -> str:
        """Up to where rows may be made behind a row."""
        assert self.border is not None
        return f"{_nearer(self)}({self.border(number)}, {self.end})"

    def onward(self, number: str, target: str) -> str:
        """The last place of the grid up to the target; only a step where steps differ."""
        after = self.after(number)
        if not self.is_counted:
            return f"CASE WHEN {self.before(target, after)} THEN {number} ELSE {after} END"
        step = f"({after} - {number})"
        count = f"(({target} - {number}) // {step})"
        if self.kind == "DOUBLE":
            count = f"floor(({target} - {number}) / {step})"
        return f"({number} + {count} * {step})"

    def steps_before(self, number: str, border: str) -> str:
        """How many steps lead to numbers before the border, where that can be counted."""
        if not self.is_counted or self.kind == "DOUBLE":  # floats add up step by step
            return "0"
        one = "+ 1" if self.descending else "- 1"
        return f"(({border} - {number} {one}) // ({self.after(number)} - {number}))"

    def leads_on(self, number: str) -> str:
        """Whether there are numbers behind this one."""
        return f"coalesce(isfinite({number}), true)" if self.kind == "DOUBLE" else "true"


@dataclass(frozen=True, slots=True)
class Walk:
    """The recursive table `walk` over `line`: the rows' `rn`, `r0`, `r1` ..., `opens`, `closes`.

    `shows` is 2 for the row `place`, 1 for a row that is made, which has the values of the columns
    before WITH FILL from `place`; `times` such rows end with the last column's place. `o` is the
    order.
    """

    grids: Sequence[Grid]

    @property
    def columns(self) -> str:
        names = [
            "o",
            "p",
            "place",
            "phase",
            "shows",
            "times",
            "told",
            "changed",
            *self._state_columns,
        ]
        return f"({', '.join(names)})"

    def text(self) -> str:
        """The first state, and each from the one before it."""
        return f"{self._begin()} UNION ALL {self._step()}"

    @property
    def _count(self) -> range:
        return range(len(self.grids))

    @property
    def _limited(self) -> list[int]:
        """The columns whose limits move with the rows."""
        return [i for i, grid in enumerate(self.grids) if grid.border is not None]

    @property
    def _state_columns(self) -> list[str]:
        state = [f"{letter}{i}" for letter in "fn" for i in self._count]
        return state + [f"c{i}" for i in self._limited]

    def _begin(self) -> str:
        phase = _case(("EXISTS (FROM line)", Phase.GROUP), otherwise=Phase.TAIL)
        state = [f"{grid.start}::{grid.kind}" for grid in self.grids]
        state += [f"NULL::{grid.kind}" for grid in self.grids]
        state += [f"{self.grids[i].end}::{self.grids[i].kind}" for i in self._limited]
        ahead = f"0::BIGINT, 1::BIGINT, 0::BIGINT, {phase}, 0, 1::BIGINT, false, false"
        return f"SELECT {ahead}, {', '.join(state)}"

    # --- one step -------------------------------------------------------------------------

    def _step(self) -> str:
        after = ", ".join(f"{grid.after(f'f{i}')} AS s{i}" for i, grid in enumerate(self.grids))
        aims = ", ".join(
            f"CASE WHEN phase = {Phase.FIRST} THEN r{i} ELSE n{i} END AS x{i}" for i in self._count
        )
        due = f"phase = {Phase.FIRST} AND {self._due_first()}"
        text = (
            f"SELECT *, {after}, {aims}, {due} AS due FROM walk LEFT JOIN line ON line.rn = walk.p"
            f" WHERE phase < {Phase.END}"
        )
        act = _case((f"phase = {Phase.FIRST} AND NOT due", Phase.GAP), otherwise="phase")
        text = f"SELECT *, {act} AS act FROM ({text})"
        text = f"SELECT *, {self._differs(bounded=True)} AS pos FROM ({text})"
        text = f"SELECT *, {self._advanced()} AS adv FROM ({text})"
        hit = self._at("adv", lambda i: f"pos = {i} AND coalesce(s{i} = x{i}, false)", "false")
        text = f"SELECT *, {hit} AS hit, {self._times()} AS many FROM ({text})"
        text = f"SELECT *, {', '.join(self._next())} FROM ({text})"
        text = f"SELECT *, adv >= 0 AND (NOT hit OR {self._less('g', 'adv')}) AS goes FROM ({text})"
        if self._limited:
            text = self._jump(text)
        return f"SELECT {', '.join(self._moved())} FROM ({text})"

    def _times(self) -> str:
        """How many rows are made at once: the last column goes on alone."""
        last = len(self.grids) - 1
        grid, limit = self.grids[last], self._limit(last)
        aim = _case((f"pos = {last}", f"{_nearer(grid)}(x{last}, {limit})"), otherwise=limit)
        many = f"greatest({grid.steps_before(f'f{last}', aim)}, 1)::BIGINT"
        return _case((f"adv = {last}", many), otherwise="1")

    def _limit(self, i: int) -> str:
        return f"c{i}" if i in self._limited else self.grids[i].end

    def _at(self, which: str, part: Callable[[int], str], otherwise: str) -> str:
        """What the column with that number says."""
        return _case(*((f"{which} = {i}", part(i)) for i in self._count), otherwise=otherwise)

    def _differs(self, *, bounded: bool) -> str:
        """The first column whose place is not where it should be."""
        parts = []
        for i, grid in enumerate(self.grids):
            aim = f"x{i}"
            if bounded:
                aim = f"{_nearer(grid)}({aim}, {self._limit(i)})"
            parts.append((f"coalesce(f{i} <> {aim}, false)", str(i)))
        return _case(*parts, otherwise=str(len(self.grids)))

    def _advanced(self) -> str:
        """The column that moves on for the next made row, or -1.

        Columns behind the one that differs go on to their limits before it moves.
        """

        def is_open(i: int) -> str:
            back, grid = self.grids[i].before(f"x{i}", f"f{i}"), self.grids[i]
            inside = grid.before(f"f{i}", self._limit(i))
            ends = f"{grid.leads_on(f'f{i}')} AND {grid.leads_on(f'x{i}')}"
            return f"{ends} AND coalesce(NOT {back}, true) AND coalesce({inside}, true)"

        def steps(i: int) -> str:
            beyond = self.grids[i].before(f"x{i}", f"s{i}")
            inside = self.grids[i].before(f"s{i}", self._limit(i))
            return f"coalesce(NOT {beyond}, true) AND coalesce({inside}, true)"

        deeper = [
            (f"pos < {i} AND coalesce({self.grids[i].before(f's{i}', self._limit(i))}, false)",
             str(i))
            for i in reversed(self._count[1:])
        ]  # fmt: skip
        return _case(
            (f"NOT {self._at('pos', is_open, 'false')}", "-1"),
            *deeper,
            (self._at("pos", steps, "false"), "pos"),
            otherwise="-1",
        )

    def _next(self) -> list[str]:
        """The place that is reached then; behind the column that moved all begin anew."""
        return [
            _case(
                (f"adv < 0 OR adv > {i}", f"f{i}"),
                (f"adv = {i}", self._further(i)),
                ("hit", self._anew(i)),
                otherwise=grid.start,
            )
            + f" AS g{i}"
            for i, grid in enumerate(self.grids)
        ]

    def _further(self, i: int) -> str:
        if i < len(self.grids) - 1:
            return f"s{i}"
        return _case(("many > 1", f"f{i} + many * (s{i} - f{i})"), otherwise=f"s{i}")

    def _anew(self, i: int) -> str:
        """Where a column begins in a new row of those before it."""
        start = self.grids[i].start
        return f"x{i}" if start == "NULL" else start

    def _less(self, letter: str, which: str) -> str:
        """Whether a column behind the one that moved has still to go."""
        parts = [
            f"({which} < {i} AND coalesce({grid.before(f'{letter}{i}', f'x{i}')}, x{i} IS NULL) AND"
            f" coalesce({grid.before(f'{letter}{i}', self._limit(i))}, {self._limit(i)} IS NULL))"
            for i, grid in enumerate(self.grids)
            if i
        ]
        return f"({' OR '.join(parts)})" if parts else "false"

    def _jump(self, text: str) -> str:
        """`j`, the place after a jump towards the row; `landed` if it lies there."""
        text = f"SELECT *, {self._differs(bounded=False)} AS apart FROM ({text})"
        back = self._at("apart", lambda i: self.grids[i].before(f"x{i}", f"f{i}"), "true")
        onward = [f"{grid.onward(f'f{i}', f'x{i}')} AS t{i}" for i, grid in enumerate(self.grids)]
        text = f"SELECT *, {back} AS behind, {', '.join(onward)} FROM ({text})"
        landed = self._at("apart", lambda i: f"t{i} = x{i}", "false")
        moves = self._at(
            "apart",
            lambda i: "false" if self.grids[i].is_counted else f"t{i} <> f{i} AND t{i} <> x{i}",
            "false",
        )
        text = f"SELECT *, {landed} AS landed, {moves} AS moves FROM ({text})"
        places = [
            _case(
                (f"behind OR apart > {i}", f"f{i}"),
                (f"apart = {i}", f"t{i}"),
                ("landed", self._anew(i)),
                ("moves", f"f{i}"),
                otherwise=grid.end,
            )
            + f" AS j{i}"
            for i, grid in enumerate(self.grids)
        ]
        text = f"SELECT *, {', '.join(places)} FROM ({text})"
        return (
            f"SELECT *, NOT behind AND landed AND {self._less('j', 'apart')} AS lands FROM ({text})"
        )

    # --- the state after it ---------------------------------------------------------------

    def _moved(self) -> list[str]:
        return [
            "o + 1",
            f"CASE WHEN {self._passes} THEN p + 1 ELSE p END",
            f"CASE WHEN act IN ({Phase.TAIL}, {Phase.REST}) THEN p - 1 ELSE p END",
            self._phase(),
            self._shows(),
            f"CASE WHEN {_MAKES} AND goes THEN many ELSE 1 END",
            self._was_shown(),
            self._changed(),
            *(self._grid_value(i) for i in self._count),
            *(f"CASE WHEN act = {Phase.TAIL} THEN NULL ELSE x{i} END" for i in self._count),
            *(self._limit_after(i) for i in self._limited),
        ]

    @property
    def _passes(self) -> str:
        """The row is shown: right behind its gap, or behind the jump."""
        if self._limited:
            return f"act = {Phase.ROW}"
        return f"(act = {Phase.GAP} AND NOT goes)"

    def _phase(self) -> str:
        following = _case(("closes", Phase.TAIL), otherwise=Phase.FIRST)
        over = _case(("opens IS NULL", Phase.END), otherwise=Phase.GROUP)
        choices = {
            Phase.GROUP: f"{Phase.FIRST}",
            Phase.FIRST: f"{Phase.GAP}",
            Phase.GAP: _case(("goes", Phase.GAP), otherwise=following),
            Phase.TAIL: _case((self._may_rest(), Phase.REST), otherwise=over),
            Phase.REST: _case(("goes", Phase.REST), otherwise=over),
        }
        if self._limited:
            still = ("NOT behind AND moves", Phase.JUMP)
            choices[Phase.GAP] = _case(("goes", Phase.GAP), otherwise=Phase.JUMP)
            choices[Phase.JUMP] = _case(("lands", Phase.LANDED), still, otherwise=Phase.ROW)
            choices[Phase.LANDED] = _case(("goes", Phase.LANDED), otherwise=Phase.JUMP)
            choices[Phase.ROW] = following
        return _phases(choices, "act")

    def _shows(self) -> str:
        parts = [
            (self._passes, "2"),
            (f"act = {Phase.GROUP}", f"({self._starts_before()})::INTEGER"),
            (f"act = {Phase.FIRST}", "1"),
            (f"act = {Phase.TAIL}", f"({self._may_rest()} AND {self._due_last()})::INTEGER"),
        ]
        if self._limited:
            parts.append((f"act = {Phase.JUMP}", "lands::INTEGER"))
        return _case(*parts, otherwise="goes::INTEGER")

    def _was_shown(self) -> str:
        """Whether the place that was reached has been shown."""
        started = _case(
            (f"{self._first_start()} < {len(self.grids)}", self._starts_before()), otherwise="told"
        )
        moved = "changed" if self._limited else "adv >= 0"
        parts = [
            (self._passes, f"told AND NOT ({moved})"),
            (f"act = {Phase.GROUP}", started),
            (f"act = {Phase.FIRST}", "true"),
            (f"act = {Phase.TAIL}", f"told OR ({self._may_rest()} AND {self._due_last()})"),
            (f"act = {Phase.REST} AND NOT goes", "told AND NOT changed"),
            (_MAKES, "told OR goes"),
        ]
        if self._limited:
            parts.append((f"act = {Phase.JUMP}", "told OR lands"))
        return _case(*parts, otherwise="told")

    def _changed(self) -> str:
        """Whether the place has moved since it was shown."""
        parts = [(f"act = {Phase.REST}", "changed OR goes")]
        if self._limited:
            missed = _case(("behind OR moves", "changed"), otherwise="landed AND NOT lands")
            parts.append((f"act = {Phase.JUMP}", missed))
            parts.append((_MAKES, "NOT goes AND (changed OR adv >= 0)"))
        return _case(*parts, otherwise="false")

    def _grid_value(self, i: int) -> str:
        start = self.grids[i].start
        first = _case((f"{self._first_start()} <= {i}", start), otherwise=f"r{i}")
        parts = [(_MAKES, f"g{i}"), (f"act = {Phase.GROUP}", first)]
        if self._limited:
            parts.append((f"act = {Phase.JUMP}", f"j{i}"))
        return _case(*parts, otherwise=f"f{i}")

    def _limit_after(self, i: int) -> str:
        limit = self.grids[i].limit(f"r{i}")
        after = _case(("goes", f"c{i}"), otherwise=limit)
        return _phases({Phase.GROUP: limit, Phase.GAP: after}, f"c{i}")

    # --- questions ------------------------------------------------------------------------

    def _first_start(self) -> str:
        """The first column whose FROM is not the value of the group's first row."""
        parts = [
            (f"r{i} IS DISTINCT FROM {grid.start}", str(i))
            for i, grid in enumerate(self.grids)
            if grid.start != "NULL"
        ]
        return _case(*parts, otherwise=str(len(self.grids)))

    def _starts_before(self) -> str:
        return self._at(
            self._first_start(),
            lambda i: f"coalesce({self.grids[i].before(self.grids[i].start, f'r{i}')}, false)",
            "false",
        )

    def _due_first(self) -> str:
        """The row before lay behind the place that was reached, and the next one lies beyond."""
        return f"({self._precedes('n', 'f')} AND {self._precedes('f', 'r')} AND {self._inside()})"

    def _due_last(self) -> str:
        none = " AND ".join(f"n{i} IS NULL" for i in self._count)
        some = " OR ".join(f"f{i} IS NOT NULL" for i in self._count)
        return f"(({self._precedes('n', 'f')} AND NOT told) OR ({none} AND ({some})))"

    def _may_rest(self) -> str:
        limited = [f"{self._limit(i)} IS NOT NULL" for i in self._count]
        return f"(({' OR '.join(limited)}) AND {self._inside()})"

    def _precedes(self, one: str, other: str) -> str:
        parts = [
            (f"{one}{i} <> {other}{i}", grid.before(f"{one}{i}", f"{other}{i}"))
            for i, grid in enumerate(self.grids)
        ]
        return _case(*parts, otherwise="false")

    def _inside(self) -> str:
        """Whether the place that was reached is before its limit."""
        parts = [
            (f"f{i} IS NOT NULL AND {self._limit(i)} IS NOT NULL",
             grid.before(f"f{i}", self._limit(i)))
            for i, grid in enumerate(self.grids)
        ]  # fmt: skip
        return _case(*parts, otherwise="true")


def _nearer(grid: Grid) -> str:
    """The function for the first of two numbers; it leaves NULLs out."""
    return "greatest" if grid.descending else "least"


def _case(*parts: tuple[str, object], otherwise: object) -> str:
    if not parts:
        return str(otherwise)
    whens = " ".join(f"WHEN {condition} THEN {value}" for condition, value in parts)
    return f"CASE {whens} ELSE {otherwise} END"


def _phases(choices: dict[Phase, str], otherwise: str) -> str:
    return _case(
        *((f"act = {phase}", value) for phase, value in choices.items()), otherwise=otherwise
    )
