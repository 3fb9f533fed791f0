// The tables that the user may see: what they are, what they hold, and their parts.
import { useEffect, useState } from "preact/hooks";
import { bytes, count, percent, quoted } from "../format.js";
import { askText, OWN, run as send } from "../server.js";
import { Asked, Bar, Copy, Panel, Problem, Table, Tabs, useQuery } from "../ui.jsx";
import { Parts } from "./parts.jsx";

const TABLES = `
SELECT database, name, engine, total_rows, total_bytes, total_bytes_uncompressed, active_parts, storage_policy
FROM system.tables
WHERE NOT is_temporary AND database NOT IN ('INFORMATION_SCHEMA', 'information_schema')
ORDER BY database = 'system', database, name`;

export function Tables({ shown, open }) {
  const found = useQuery(shown ? TABLES : null, {}, 10000);
  const [words, setWords] = useState("");
  const [picked, setPicked] = useState(null);
  return (
    <div class="split" hidden={!shown}>
      <nav aria-label="Tables">
        <input type="search" placeholder="Find a table" aria-label="Find a table" value={words} onInput={(e) => setWords(e.target.value)} />
        <Asked of={found} empty="There is no table yet.">{(rows) => <List rows={rows.filter((row) => `${row.database}.${row.name}`.toLowerCase().includes(words.toLowerCase()))} picked={picked} pick={setPicked} />}</Asked>
      </nav>
      <div>{picked ? <One key={`${picked.database}.${picked.name}`} table={picked} open={open} /> : <p class="quiet">Choose a table.</p>}</div>
    </div>
  );
}

function List({ rows, picked, pick }) {
  const databases = Map.groupBy ? Map.groupBy(rows, (row) => row.database) : rows.reduce((all, row) => all.set(row.database, [...(all.get(row.database) ?? []), row]), new Map());
  return [...databases].map(([database, tables]) => (
    <details key={database} open={database !== "system"}>
      <summary>{database} <span class="quiet">{tables.length}</span></summary>
      <ul class="list">
        {tables.map((row) => (
          <li key={row.name}>
            <button type="button" class="link" aria-current={picked?.name === row.name && picked?.database === database} onClick={() => pick(row)}>{row.name}</button>
            <span class="quiet"> {row.total_bytes ? bytes(row.total_bytes) : ""}</span>
          </li>
        ))}
      </ul>
    </details>
  ));
}

function One({ table, open }) {
  const full = `${quoted(table.database)}.${quoted(table.name)}`;
  const [at, setAt] = useState("columns");
  const isMergeTree = /MergeTree$/.test(table.engine);
  const panes = [["columns", "Columns"], ["sample", "Sample"], ["create", "CREATE"]];
  if (isMergeTree) panes.push(["parts", "Parts"]);
  return (
    <Panel title={`${table.database}.${table.name}`} note={table.engine} actions={<button type="button" onClick={() => open(`SELECT *\nFROM ${full}\nLIMIT 100`)}>Query it</button>}>
      <dl class="figures">
        {table.total_rows !== null && <Figure name="Rows">{count(table.total_rows)}</Figure>}
        {table.total_bytes !== null && <Figure name="On disk">{bytes(table.total_bytes)}</Figure>}
        {table.total_bytes_uncompressed > 0 && <Figure name="Uncompressed">{bytes(table.total_bytes_uncompressed)}, {(table.total_bytes_uncompressed / Math.max(1, table.total_bytes)).toFixed(1)}×</Figure>}
        {isMergeTree && <Figure name="Parts">{count(table.active_parts)}</Figure>}
        {table.storage_policy && <Figure name="Policy">{table.storage_policy}</Figure>}
      </dl>
      <Tabs label="About the table" at={at} go={setAt} of={panes} />
      {at === "columns" && <Columns table={table} />}
      {at === "sample" && <Sample full={full} />}
      {at === "create" && <Create full={full} />}
      {at === "parts" && <Parts table={table} />}
    </Panel>
  );
}

export const Figure = ({ name, children }) => <div><dt>{name}</dt><dd>{children}</dd></div>;

const COLUMNS = `
SELECT name, type, default_kind, default_expression, compression_codec, comment, data_compressed_bytes, data_uncompressed_bytes,
    is_in_partition_key, is_in_sorting_key, is_in_primary_key
FROM system.columns WHERE database = {database:String} AND table = {name:String} ORDER BY position`;

function Columns({ table }) {
  const found = useQuery(COLUMNS, { database: table.database, name: table.name });
  return (
    <Asked of={found} empty="None that you may see.">
      {(rows) => {
        const most = Math.max(...rows.map((row) => row.data_compressed_bytes));
        return (
          <Table rows={rows} keyOf={(row) => row.name} columns={[
            ["Column", (row) => <><strong>{row.name}</strong>{row.is_in_sorting_key ? <span class="tag">key</span> : ""}{row.is_in_partition_key ? <span class="tag">partition</span> : ""}</>],
            ["Type", (row) => <code>{row.type}</code>],
            ["Default", (row) => row.default_kind && <code>{row.default_kind} {row.default_expression}</code>],
            ["Codec", (row) => <code>{row.compression_codec}</code>],
            ["On disk", (row) => <Bar value={row.data_compressed_bytes} whole={most} label={bytes(row.data_compressed_bytes)} />],
            ["Of uncompressed", (row) => percent(row.data_compressed_bytes, row.data_uncompressed_bytes), "number"],
            ["Comment", (row) => row.comment],
          ]} />
        );
      }}
    </Asked>
  );
}

/** Text of the server that comes once. */
function useText(ask, key) {
  const [state, setState] = useState({});
  useEffect(() => {
    const leave = new AbortController();
    ask(leave.signal).then((text) => setState({ text }), (error) => leave.signal.aborted || setState({ error }));
    return () => leave.abort();
  }, [key]);
  return state;
}

function Create({ full }) {
  const { text, error } = useText((signal) => askText(`SHOW CREATE TABLE ${full}`, {}, signal), full);
  if (error) return <Problem error={error} />;
  return text === undefined ? <p class="quiet">…</p> : <div><Copy text={text} /><pre tabIndex={0}>{text}</pre></div>;
}

function Sample({ full }) {
  const { text: found, error } = useText(async (signal) => {
    const result = { names: [], rows: [] };
    const on = { columns: (names) => { result.names = names; }, rows: (rows) => result.rows.push(...rows), progress() {}, events() {} };
    await send(`SELECT * FROM ${full} LIMIT 20`, { log_queries: "0", log_comment: OWN }, on, signal);
    return result;
  }, full);
  if (error) return <Problem error={error} />;
  if (!found) return <p class="quiet">…</p>;
  if (!found.rows.length) return <p class="quiet">The table is empty.</p>;
  const cell = (value) => (value === null ? <span class="quiet">NULL</span> : (typeof value === "object" ? JSON.stringify(value) : String(value)).slice(0, 200));
  return <Table rows={found.rows} columns={found.names.map((name, i) => [name, (row) => cell(row[i])])} />;
}

