// What all views are built of.
import { useEffect, useState } from "preact/hooks";
import { ask } from "./server.js";

/** Rows of a query, asked again every `every` milliseconds while the page is visible. */
export function useQuery(sql, parameters = {}, every = 0) {
  const [state, setState] = useState({ rows: null, error: null, asked: null });
  const key = sql === null ? null : JSON.stringify([sql, parameters]);
  const [again, setAgain] = useState(0);
  useEffect(() => {
    if (sql === null) return undefined;
    const leave = new AbortController();
    let timer;
    const go = async () => {
      try {
        if (!document.hidden) {
          const rows = await ask(sql, parameters, leave.signal);
          setState({ rows, error: null, asked: key });
        }
      } catch (error) {
        if (leave.signal.aborted) return;
        setState((old) => ({ rows: old.asked === key ? old.rows : null, error, asked: key }));
      }
      if (every && !leave.signal.aborted) timer = setTimeout(go, every);
    };
    go();
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [key, every, again]);
  return { ...(state.asked === key ? state : { rows: null, error: null }), refresh: () => setAgain((n) => n + 1) };
}

/** Shows what was asked for, that it is on its way, or why it cannot be had. */
export function Asked({ of, empty = "Nothing.", children }) {
  if (of.error && !of.rows) return <Problem error={of.error} />;
  if (!of.rows) return <p class="quiet">…</p>;
  if (!of.rows.length) return <p class="quiet">{empty}</p>;
  return (
    <>
      {of.error && <Problem error={of.error} />}
      {children(of.rows)}
    </>
  );
}

/** An error; what the user may not see is said quietly. */
export function Problem({ error }) {
  if (error.code === 497) return <p class="quiet">Your rights do not show this: {error.message.replace(/^.*?Exception: /, "")}</p>;
  return <pre class="problem" role="alert">{error.message}</pre>;
}

/** A table of few rows. Columns: [title, row => content, options]. */
export function Table({ columns, rows, caption, keyOf, onPick, picked }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption ?? "Table"}>
      <table>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>{columns.map(([title, , kind]) => <th scope="col" class={kind}>{title}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={keyOf ? keyOf(row) : i} class={picked && picked(row) ? "picked" : ""}>
              {columns.map(([title, content, kind], at) => (
                <td class={kind}>
                  {onPick && at === 0
                    ? <button type="button" class="link" onClick={() => onPick(row)}>{content(row)}</button>
                    : content(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A bar: a part of a whole, or two parts. */
export function Bar({ value, more = 0, whole, label, warn = false }) {
  const width = (part) => `${whole > 0 ? Math.min(100, (100 * part) / whole) : 0}%`;
  return (
    <span class={warn ? "bar warn" : "bar"} role="img" aria-label={label} title={label}>
      <span class="filled" style={{ width: width(value) }} />
      {more > 0 && <span class="more" style={{ width: width(more) }} />}
      <span class="label">{label}</span>
    </span>
  );
}

export function Tabs({ of, at, go, label }) {
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const names = of.map(([name]) => name);
    go(names[(names.indexOf(at) + step + names.length) % names.length]);
    event.currentTarget.querySelectorAll("[role=tab]")[(names.indexOf(at) + step + names.length) % names.length].focus();
  };
  return (
    <div role="tablist" aria-label={label} class="tabs" onKeyDown={move}>
      {of.map(([name, title]) => (
        <button type="button" role="tab" key={name} aria-selected={name === at} tabIndex={name === at ? 0 : -1} onClick={() => go(name)}>{title}</button>
      ))}
    </div>
  );
}

/** A section with a heading. */
export function Panel({ title, note, children, actions }) {
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
        {note && <span class="quiet">{note}</span>}
        {actions && <span class="actions">{actions}</span>}
      </header>
      {children}
    </section>
  );
}

export function Copy({ text, children = "Copy" }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === "function" ? text() : text);
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return <button type="button" onClick={copy}>{done ? "Copied" : children}</button>;
}

/** What the browser keeps for this page. */
export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`sparktree.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`sparktree.${name}`, JSON.stringify(value));
  } catch {
    // the browser keeps nothing: then it is gone with the page
  }
}
