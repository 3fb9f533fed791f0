// The page: who is asked, which view is shown.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import "uplot/dist/uPlot.min.css";
import { forgetWords } from "./editor.jsx";
import { ask } from "./server.js";
import "./style.css";
import { keep, kept, Problem } from "./ui.jsx";
import { Health } from "./views/health.jsx";
import { Query } from "./views/query.jsx";
import { Login, Rights } from "./views/rights.jsx";
import { Running } from "./views/running.jsx";
import { Storage } from "./views/storage.jsx";
import { Tables } from "./views/tables.jsx";

const VIEWS = [["query", "Query"], ["tables", "Tables"], ["running", "Running"], ["storage", "Storage"], ["health", "Health"], ["rights", "Rights"]];
const viewOf = () => VIEWS.find(([name]) => name === location.hash.slice(1))?.[0] ?? "query";

function Page() {
  const [login, setLogin] = useState({ state: "asking" });
  const [view, setView] = useState(viewOf);
  const [opened, setOpened] = useState(null);
  const [database, setDatabase] = useState("");
  const enter = async () => {
    try {
      const [{ database: now }] = await ask("SELECT currentDatabase() AS database");
      setDatabase((old) => old || now);
      setLogin({ state: "in", turn: Math.random() });
    } catch (error) {
      setLogin(error.wantsLogin ? { state: "out", reason: null } : { state: "failed", error });
    }
  };
  useEffect(() => {
    enter();
    const follow = () => setView(viewOf());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const open = (text) => {
    setOpened({ text });
    location.hash = "query";
  };
  const changed = () => {
    forgetWords();
    setDatabase("");
    setLogin({ state: "out", reason: null });
  };
  if (login.state === "asking") return <p class="quiet">…</p>;
  if (login.state === "out") return <Login done={enter} reason={login.reason} />;
  if (login.state === "failed") return <div class="login"><Problem error={login.error} /><button type="button" onClick={enter}>Try again</button></div>;
  return (
    <>
      <header class="top">
        <a href="#query" class="name">sparktree</a>
        <nav aria-label="Views">{VIEWS.map(([name, title]) => <a key={name} href={`#${name}`} aria-current={view === name ? "page" : undefined}>{title}</a>)}</nav>
        <Databases at={database} go={setDatabase} />
        <Theme />
      </header>
      <main key={login.turn} tabIndex={0}>
        <Query shown={view === "query"} database={database} opened={opened} />
        {view === "tables" && <Tables shown open={open} />}
        {view === "running" && <Running shown />}
        {view === "storage" && <Storage shown />}
        {view === "health" && <Health shown />}
        {view === "rights" && <Rights shown changed={changed} />}
      </main>
    </>
  );
}

function Databases({ at, go }) {
  const [names, setNames] = useState([]);
  const look = () => ask("SELECT name FROM system.databases ORDER BY name").then((rows) => setNames(rows.map(({ name }) => name)), () => {});
  useEffect(() => {
    look();
  }, []);
  return (
    <label class="database">Database <select value={at} onFocus={look} onChange={(e) => go(e.target.value)}>
      {[...new Set([at, ...names])].filter(Boolean).map((name) => <option key={name} value={name}>{name}</option>)}
    </select></label>
  );
}

/** As the system has it, dark, or light. */
function Theme() {
  const [theme, setTheme] = useState(() => kept("theme", ""));
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    keep("theme", theme);
  }, [theme]);
  return (
    <label class="theme">Theme <select value={theme} onChange={(e) => setTheme(e.target.value)}><option value="">system</option><option value="light">light</option><option value="dark">dark</option></select></label>
  );
}

render(<Page />, document.body);
