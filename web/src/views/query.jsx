// Where statements are written and run.
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { Editor, mark } from "../editor.jsx";
import { brief, bytes, count, literal, seconds } from "../format.js";
import { ask, askRaw, run as send, ServerError } from "../server.js";
import { hasSecret, isSelect, parametersOf, statementAt, statements } from "../statements.js";
import { Bar, keep, kept, Tabs } from "../ui.jsx";
import { Explained } from "./explain.jsx";
import { Result } from "./result.jsx";

const MOST_ROWS = 100000;
const MOST_REMEMBERED = 200;
const newId = () => (crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`);
const newTab = (text = "") => ({ id: newId(), text, parameters: {} });

/** Texts that the browser keeps, and what was shared by the address of the page. */
function firstTabs() {
  const tabs = kept("tabs", []).filter((tab) => typeof tab?.text === "string");
  const shared = new URLSearchParams(location.hash.slice(1)).get("q");
  if (shared) {
    history.replaceState(null, "", `${location.pathname}#query`);
    tabs.push(newTab(shared));
  }
  return tabs.length ? tabs : [newTab("SELECT number, number * number AS square\nFROM numbers(10)")];
}

const titleOf = ({ text }) => text.trim().replace(/\s+/g, " ").slice(0, 24) || "empty";

export function Query({ shown, database, opened }) {
  const [tabs, setTabs] = useState(firstTabs);
  const [at, setAt] = useState(tabs.at(-1).id);
  const change = (id, values) => setTabs((old) => old.map((tab) => (tab.id === id ? { ...tab, ...values } : tab)));
  useEffect(() => keep("tabs", tabs), [tabs]);
  const open = (text) => {
    const tab = newTab(text);
    setTabs((old) => [...old, tab]);
    setAt(tab.id);
  };
  useEffect(() => {
    if (opened) open(opened.text);
  }, [opened]);
  const close = (id) => {
    const left = tabs.filter((tab) => tab.id !== id);
    setTabs(left.length ? left : [newTab()]);
    if (at === id) setAt((left.at(-1) ?? tabs[0]).id);
  };
  useEffect(() => {
    if (!tabs.some((tab) => tab.id === at)) setAt(tabs.at(-1).id);
  }, [tabs]);
  return (
    <div class="query" hidden={!shown}>
      <div class="bar-of-tools">
        <Tabs label="Texts" at={at} go={setAt} of={tabs.map((tab) => [tab.id, titleOf(tab)])} />
        <button type="button" onClick={() => open("")} aria-label="New text" title="New text">+</button>
        <button type="button" onClick={() => close(at)} aria-label="Close this text" title="Close this text">×</button>
        <History open={open} />
      </div>
      {tabs.map((tab) => <Sheet key={tab.id} tab={tab} shown={shown && tab.id === at} database={database} change={(values) => change(tab.id, values)} />)}
    </div>
  );
}

/** A text with its parameters and with what came of it. */
function Sheet({ tab, shown, database, change }) {
  const hold = useRef({}).current;
  const running = useRef(null);
  const [, render] = useReducer((n) => n + 1, 0);
  const [state, setState] = useState({ done: [] });
  const [pane, setPane] = useState("result");
  const [share, setShare] = useState("");
  const parameters = useMemo(() => parametersOf(tab.text), [tab.text]);
  const visited = useRef(false);
  if (shown) visited.current = true;
  useEffect(() => () => running.current?.abort(), []);

  /** What Ctrl+Enter means: the selection, or the statement at the cursor. */
  const chosen = () => {
    const { from, to } = hold.view.state.selection.main;
    const text = hold.view.state.doc.toString();
    return from < to ? statements(text.slice(from, to)).map((one) => ({ ...one, from: one.from + from })) : [statementAt(text, from)].filter(Boolean);
  };
  const execute = async (list) => {
    if (running.current || !list.length) return;
    const leave = new AbortController();
    running.current = leave;
    setPane("result");
    mark(hold.view, null);
    const done = [];
    try {
      for (const statement of list) {
        const one = { statement, progress: {}, events: {}, begun: performance.now(), id: newId(), result: null, error: null };
        done.push(one);
        setState({ done: [...done], running: true });
        await follow(one, { leave, database, session: tab.id, values: filled(statement.text, tab.parameters), render });
        remember(statement.text, one);
        if (one.error) {
          if (one.error.position) mark(hold.view, statement.from + placeOf(statement.text, one.error.position), one.error.message);
          break;
        }
      }
    } finally {
      running.current = null;
      setState({ done: [...done], running: false });
    }
  };
  const link = () => {
    if (hasSecret(tab.text)) {
      setShare("This text seems to hold a secret: it is not put into an address.");
      return;
    }
    const address = `${location.origin}${location.pathname}#${new URLSearchParams({ q: tab.text })}`;
    navigator.clipboard?.writeText(address).catch(() => {});
    setShare(address);
  };
  const download = (format, one) => downloaded(one.statement.text, format, { database, session: tab.id, values: filled(one.statement.text, tab.parameters) }).catch((error) => {
    one.error = error;
    render();
  });

  if (!visited.current) return null;
  const last = state.done.findLast((one) => one.result || one.error) ?? state.done.at(-1);
  return (
    <div class="sheet" hidden={!shown}>
      <Editor text={tab.text} change={(text) => change({ text })} hold={hold} run={() => execute(chosen())} runAll={() => execute(statements(hold.view.state.doc.toString()))} />
      <div class="bar-of-tools">
        {state.running
          ? <button type="button" class="main" onClick={() => running.current.abort()}>Cancel</button>
          : <button type="button" class="main" onClick={() => execute(chosen())} title="Ctrl+Enter: the selection, or the statement at the cursor">Run</button>}
        <button type="button" disabled={state.running} onClick={() => execute(statements(tab.text))} title="Ctrl+Shift+Enter">Run all</button>
        <button type="button" onClick={() => setPane("explain")}>Explain</button>
        <button type="button" onClick={link}>Share</button>
        <Estimate text={tab.text} parameters={tab.parameters} database={database} shown={shown && !state.running} />
      </div>
      {share && <p class="quiet">{share} <button type="button" onClick={() => setShare("")}>Close</button></p>}
      {parameters.length > 0 && (
        <div class="bar-of-tools parameters">
          {parameters.map(({ name, type }) => (
            <label key={name}>{name} <span class="quiet">{type}</span> <input value={tab.parameters[name] ?? ""} onInput={(e) => change({ parameters: { ...tab.parameters, [name]: e.target.value } })} /></label>
          ))}
        </div>
      )}
      {pane === "explain" && <Explained statement={hold.view && chosen()[0]?.text} parameters={tab.parameters} database={database} close={() => setPane("result")} />}
      {pane === "result" && state.done.length > 1 && <Steps done={state.done} />}
      {pane === "result" && last && <Ran one={last} running={state.running} />}
      {pane === "result" && last?.result && <Result key={last.id} result={last.result} download={(format) => download(format, last)} />}
    </div>
  );
}

/** Values of the parameters that a statement has. */
const filled = (text, values) => Object.fromEntries(parametersOf(text).map(({ name }) => [`param_${name}`, values[name] ?? ""]));

/** The server counts bytes from 1, the editor its own units from 0. */
function placeOf(text, position) {
  const before = new TextEncoder().encode(text).slice(0, position - 1);
  return new TextDecoder().decode(before).length;
}

/** Sends one statement and keeps what comes of it. */
async function follow(one, { leave, database, session, values, render }) {
  let queued = false;
  const soon = () => {
    if (queued) return;
    queued = true;
    setTimeout(() => {
      queued = false;
      render();
    }, 100);
  };
  const full = new AbortController();
  const on = {
    columns: (names, types, isText) => {
      one.result = { names, types, rows: [], isText, cut: false };
      soon();
    },
    rows: (rows) => {
      const { rows: all } = one.result;
      const room = MOST_ROWS - all.length;
      for (const row of rows.slice(0, room)) all.push(row);
      if (rows.length > room && !one.result.cut) {
        one.result.cut = true;
        full.abort(); // the rest is for a download
      }
      soon();
    },
    progress: (figures) => {
      Object.assign(one.progress, figures);
      soon();
    },
    events: (figures) => {
      one.events = figures;
      soon();
    },
  };
  const timer = setInterval(soon, 250);
  try {
    const settings = { query_id: one.id, database, session_id: session, session_timeout: "3600", ...values };
    await send(one.statement.text, settings, on, AbortSignal.any([leave.signal, full.signal]));
  } catch (error) {
    if (!one.result?.cut || leave.signal.aborted) {
      one.error = leave.signal.aborted ? new ServerError("Cancelled.", 0) : error;
      one.cancelled = leave.signal.aborted;
    }
  } finally {
    clearInterval(timer);
    one.took = (performance.now() - one.begun) / 1000;
    render();
  }
}

function Ran({ one, running }) {
  const { progress, events, result, error } = one;
  const took = one.took ?? (performance.now() - one.begun) / 1000;
  const rate = took > 0.05 ? ` (${brief((progress.read_rows ?? 0) / took)} rows/s, ${bytes((progress.read_bytes ?? 0) / took)}/s)` : "";
  return (
    <div class="ran" aria-live="polite">
      {running && one.took === undefined && (
        <Bar value={progress.read_rows ?? 0} whole={progress.total_rows_to_read || 1} label={progress.total_rows_to_read ? `${brief(progress.read_rows)} of ${brief(progress.total_rows_to_read)} rows` : "running"} />
      )}
      {running && one.took === undefined && <Stages id={one.id} />}
      {error && <pre class={one.cancelled ? "quiet" : "problem"} role="alert">{error.message}</pre>}
      <p class="quiet">
        {result && !result.isText && `${count(result.rows.length)} rows${result.cut ? ` (there are more: the page keeps ${count(MOST_ROWS)}; download the whole)` : ""}. `}
        {!result && !error && one.took !== undefined && "Done. "}
        {seconds(took)}, read {brief(progress.read_rows ?? 0)} rows, {bytes(progress.read_bytes ?? 0)}{rate}
        {events.SelectedParts !== undefined && `, ${count(events.SelectedParts)} of ${count(events.SelectedPartsTotal)} parts, ${count(events.SelectedMarks)} of ${count(events.SelectedMarksTotal)} granules`}
        {progress.written_rows > 0 && `, wrote ${brief(progress.written_rows)} rows, ${bytes(progress.written_bytes)}`}
      </p>
    </div>
  );
}

/** Spark's stages of a statement that runs. */
function Stages({ id }) {
  const [stages, setStages] = useState([]);
  useEffect(() => {
    const leave = new AbortController();
    const timer = setInterval(async () => {
      try {
        setStages(await ask("SELECT stage, tasks, completed_tasks, active_tasks, failed_tasks FROM system.spark_stages WHERE query_id = {id:String} ORDER BY stage", { id }, leave.signal));
      } catch {
        clearInterval(timer); // the statement tells its own errors
      }
    }, 500);
    return () => {
      leave.abort();
      clearInterval(timer);
    };
  }, [id]);
  return stages.map((one) => (
    <Bar key={one.stage} value={one.completed_tasks} more={one.active_tasks} whole={one.tasks} warn={one.failed_tasks > 0} label={`Spark stage ${one.stage}: ${one.completed_tasks} of ${one.tasks} tasks done, ${one.active_tasks} running${one.failed_tasks ? `, ${one.failed_tasks} failed` : ""}`} />
  ));
}

function Steps({ done }) {
  return (
    <ol class="steps">
      {done.map((one) => <li key={one.id} class={one.error ? "wrong" : ""}><code>{one.statement.text.slice(0, 80)}</code> <span class="quiet">{one.error ? one.error.message.slice(0, 120) : one.took === undefined ? "…" : seconds(one.took)}</span></li>)}
    </ol>
  );
}

/** What a SELECT is going to read, asked while it is written. */
function Estimate({ text, parameters, database, shown }) {
  const [found, setFound] = useState(null);
  useEffect(() => {
    setFound(null);
    const all = statements(text);
    if (!shown || all.length !== 1 || !isSelect(all[0].text)) return undefined;
    const leave = new AbortController();
    const timer = setTimeout(async () => {
      try {
        // an error of the language is asked for in a way that is none for the browser
        const [{ whole }] = await ask("SELECT isNotNull(formatQuerySingleLineOrNull({text:String})) AS whole", { text: all[0].text }, leave.signal);
        if (!whole) return;
        const values = Object.fromEntries(parametersOf(text).map(({ name }) => [name, parameters[name] ?? ""]));
        const rows = await ask(`EXPLAIN ESTIMATE ${withoutFormat(all[0].text)}`, values, leave.signal, database);
        const tables = rows.map((row) => `(${literal(row.database)}, ${literal(row.table)})`);
        const sizes = tables.length
          ? await ask(`SELECT database, name AS table, total_bytes / greatest(total_rows, 1) AS bytes FROM system.tables WHERE (database, name) IN (${tables.join(", ")})`, {}, leave.signal)
          : [];
        setFound(rows.map((row) => ({ ...row, bytes: row.rows * (sizes.find((one) => one.database === row.database && one.table === row.table)?.bytes ?? 0) })));
      } catch {
        // not a statement yet, or not one that may be asked: running it tells
      }
    }, 700);
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [text, JSON.stringify(parameters), database, shown]);
  if (!found?.length) return null;
  return (
    <span class="quiet estimate">
      Will read {found.map((row) => `${row.table}: ${count(row.parts)} parts, ${count(row.marks)} granules, ${brief(row.rows)} rows, at most ${bytes(row.bytes)}`).join("; ")}
    </span>
  );
}

const withoutFormat = (text) => text.replace(/\s+(?:FORMAT\s+\w+|INTO\s+OUTFILE[\s\S]*)\s*$/i, "");

/** The whole result as a file; the browser writes it as it comes. */
async function downloaded(text, format, { database, session, values }) {
  const answer = await askRaw(withoutFormat(text), { default_format: format, database, session_id: session, ...values });
  const address = URL.createObjectURL(await answer.blob());
  const a = Object.assign(document.createElement("a"), { href: address, download: `result.${format.replace(/WithNames|EachRow|Compact/, "").toLowerCase()}` });
  a.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

function remember(text, { took, error }) {
  if (hasSecret(text)) return;
  const all = kept("history", []).filter((one) => one.text !== text);
  keep("history", [{ text, at: Date.now(), took, failed: Boolean(error) }, ...all].slice(0, MOST_REMEMBERED));
}

function History({ open }) {
  const [shown, setShown] = useState(false);
  const [words, setWords] = useState("");
  const all = shown ? kept("history", []).filter((one) => one.text.toLowerCase().includes(words.toLowerCase())) : [];
  return (
    <span class="actions">
      <button type="button" aria-expanded={shown} onClick={() => setShown(!shown)}>History</button>
      {shown && (
        <div class="history" role="dialog" aria-label="History">
          <input type="search" placeholder="Search" aria-label="Search the history" value={words} onInput={(e) => setWords(e.target.value)} />
          {!all.length && <p class="quiet">Nothing yet.</p>}
          <ul>{all.map((one) => (
            <li key={one.at}>
              <button type="button" class="link" onClick={() => { open(one.text); setShown(false); }}><code>{one.text.slice(0, 200)}</code></button>
              <span class="quiet"> {new Date(one.at).toLocaleString()}{one.failed ? ", failed" : one.took ? `, ${seconds(one.took)}` : ""}</span>
            </li>
          ))}</ul>
        </div>
      )}
    </span>
  );
}
