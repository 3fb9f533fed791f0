// Rows of a result: only those in sight are in the page.
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { isNumber, shown } from "./result.js";

const HEIGHT = 26;

function useVirtual(number, box) {
  const [, render] = useReducer((n) => n + 1, 0);
  const options = {
    count: number,
    getScrollElement: () => box.current,
    estimateSize: () => HEIGHT,
    overscan: 12,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => render(),
  };
  const [virtual] = useState(() => new Virtualizer(options));
  virtual.setOptions(options);
  useEffect(() => virtual._didMount(), []);
  useEffect(() => virtual._willUpdate());
  return virtual;
}

/** How wide a column should be, by its name and its first values. */
function widths(result) {
  return result.names.map((name, at) => {
    let most = Math.max(name.length + 3, 4);
    for (const row of result.rows.slice(0, 60)) most = Math.max(most, Math.min(48, shown(row[at]).length + 2));
    return `${Math.round(most * 8.2)}px`;
  });
}

/** `order` are the numbers of the rows to show, in their order. */
export function Grid({ result, order, sorting, sort, pick }) {
  const box = useRef(null);
  const [at, setAt] = useState([0, 0]);
  const virtual = useVirtual(order.length, box);
  const columns = useMemo(() => widths(result), [result.names, result.rows.length > 60]);
  const items = virtual.getVirtualItems();
  const template = columns.join(" ");

  const move = (event) => {
    const steps = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1], PageDown: [20, 0], PageUp: [-20, 0] };
    let [row, column] = at;
    if (event.key === "Home" && event.ctrlKey) [row, column] = [0, 0];
    else if (event.key === "End" && event.ctrlKey) [row, column] = [order.length - 1, column];
    else if (event.key === "Enter") {
      if (order.length) pick(order[row], column);
      return;
    } else if (steps[event.key]) {
      row = Math.max(0, Math.min(order.length - 1, row + steps[event.key][0]));
      column = Math.max(0, Math.min(result.names.length - 1, column + steps[event.key][1]));
    } else return;
    event.preventDefault();
    setAt([row, column]);
    virtual.scrollToIndex(row);
  };

  return (
    <div
      class="grid" ref={box} tabIndex={0} role="grid" aria-label="Result" onKeyDown={move}
      aria-rowcount={order.length + 1} aria-colcount={result.names.length}
      aria-activedescendant={`cell-${at[0]}-${at[1]}`}
    >
      <div class="grid-head" role="row" aria-rowindex={1}>
        <div class="grid-columns" role="presentation" style={{ gridTemplateColumns: template }}>
          {result.names.map((name, column) => (
            <div role="columnheader" aria-sort={sorting?.column === column ? (sorting.down ? "descending" : "ascending") : "none"} key={column}>
              <button type="button" class="link" title={`${name} ${result.types[column]}: sort`} onClick={() => sort(column)} tabIndex={-1}>
                {name}
                {sorting?.column === column && <span aria-hidden="true">{sorting.down ? " ↓" : " ↑"}</span>}
              </button>
            </div>
          ))}
        </div>
      </div>
      <div class="grid-body" role="rowgroup" style={{ height: `${virtual.getTotalSize()}px` }}>
        {items.map((item) => {
          const row = result.rows[order[item.index]];
          return (
            <div class="grid-row" role="row" aria-rowindex={item.index + 2} key={item.index} style={{ top: `${item.start}px` }}>
              <div class="grid-columns" role="presentation" style={{ gridTemplateColumns: template }}>
                {row?.map((value, column) => (
                  <div
                    role="gridcell" key={column} id={`cell-${item.index}-${column}`}
                    class={cellClass(value, result.types[column], at[0] === item.index && at[1] === column)}
                    onClick={() => {
                      setAt([item.index, column]);
                      pick(order[item.index], column);
                    }}
                  >
                    {value === null ? "NULL" : shown(value)}
                  </div>
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function cellClass(value, type, here) {
  return [value === null ? "null" : isNumber(type) ? "number" : "", here ? "here" : ""].join(" ").trim();
}
