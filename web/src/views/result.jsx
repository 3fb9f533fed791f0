// The rows of a statement: as a grid, column by column, or as a chart.
import { useMemo, useState } from "preact/hooks";
import { Chart } from "../chart.jsx";
import { count } from "../format.js";
import { Grid } from "../grid.jsx";
import { arrange, asInsert, asMarkdown, isNumber, isTime, plain, secondsOf, shown, summary } from "../result.js";
import { Bar, Copy, Tabs } from "../ui.jsx";

const MOST_CHARTED = 5000;

export function Result({ result, download }) {
  const [how, setHow] = useState("rows");
  const [sorting, setSorting] = useState(null);
  const [filter, setFilter] = useState("");
  const [picked, setPicked] = useState(null);
  const version = result.rows.length;
  const order = useMemo(() => arrange(result, sorting, filter), [result, version, sorting, filter]);
  const sort = (column) =>
    setSorting((old) => (old?.column !== column ? { column, down: false } : old.down ? null : { column, down: true }));

  if (result.isText) {
    return (
      <div class="result">
        <div class="bar-of-tools"><Copy text={() => result.rows.map(([line]) => line).join("\n")} /></div>
        <pre class="text" tabIndex={0}>{result.rows.slice(0, 20000).map(([line]) => line).join("\n")}</pre>
      </div>
    );
  }
  return (
    <div class="result">
      <div class="bar-of-tools">
        <Tabs label="How the result is shown" at={how} go={setHow} of={[["rows", "Rows"], ["columns", "Columns"], ["chart", "Chart"]]} />
        {how === "rows" && <input type="search" placeholder="Filter" aria-label="Filter rows" value={filter} onInput={(e) => setFilter(e.target.value)} />}
        {filter && <span class="quiet">{count(order.length)} of {count(version)}</span>}
        <span class="actions">
          <Copy text={() => asMarkdown(result, order)}>Copy as Markdown</Copy>
          <Copy text={() => asInsert(result, order)}>Copy as INSERT</Copy>
          <Download download={download} />
        </span>
      </div>
      {how === "rows" && <Grid result={result} order={order} sorting={sorting} sort={sort} pick={(row, column) => setPicked({ row, column })} />}
      {how === "columns" && <Columns result={result} version={version} />}
      {how === "chart" && <Charted result={result} order={order} />}
      {how === "rows" && picked && result.rows[picked.row] && <Cell result={result} at={picked} close={() => setPicked(null)} />}
    </div>
  );
}

const FORMATS = ["CSVWithNames", "TSVWithNames", "JSON", "JSONEachRow", "Parquet", "Arrow", "ORC", "Avro", "Native", "RowBinary", "SQLInsert", "XML", "Markdown", "PrettyCompact"];

function Download({ download }) {
  return (
    <select
      aria-label="Download the whole result as" value=""
      onChange={(e) => {
        download(e.target.value);
        e.target.value = "";
      }}
    >
      <option value="">Download as …</option>
      {FORMATS.map((name) => <option key={name} value={name}>{name}</option>)}
    </select>
  );
}

/** One value, whole. */
function Cell({ result, at, close }) {
  const value = result.rows[at.row][at.column];
  let text = value === null ? "NULL" : shown(value);
  if (value !== null && (typeof value === "object" || /^[[{]/.test(text))) {
    try {
      text = JSON.stringify(typeof value === "object" ? value : JSON.parse(value), null, 2);
    } catch {
      // a text that only begins like JSON
    }
  }
  return (
    <aside class="cell" aria-label="Value">
      <header>
        <strong>{result.names[at.column]}</strong> <span class="quiet">{result.types[at.column]}, row {count(at.row + 1)}</span>
        <span class="actions"><Copy text={text} /><button type="button" onClick={close}>Close</button></span>
      </header>
      <pre tabIndex={0}>{text}</pre>
    </aside>
  );
}

function Columns({ result, version }) {
  const all = useMemo(() => result.names.map((_, column) => summary(result, column)), [result, version]);
  return (
    <div class="summaries">
      {all.map((one) => {
        const most = Math.max(1, ...one.histogram.map(({ number }) => number));
        return (
          <section class="summary" key={one.name}>
            <h3>{one.name} <span class="quiet">{one.type}</span></h3>
            <p>{count(one.different)} different, {count(one.nulls)} NULL</p>
            {one.least !== "" && <p class="ends"><span title={one.least}>{one.least}</span> <span class="quiet">to</span> <span title={one.greatest}>{one.greatest}</span></p>}
            {isNumber(one.type) || isTime(one.type)
              ? <svg class="histogram" viewBox={`0 0 ${one.histogram.length} 20`} preserveAspectRatio="none" role="img" aria-label={`How ${one.name} is spread`}>
                  {one.histogram.map(({ label, number }, i) => <rect key={i} x={i} width="0.9" y={20 - (20 * number) / most} height={(20 * number) / most}><title>{`${label}: ${number}`}</title></rect>)}
                </svg>
              : one.histogram.map(({ label, number }) => <Bar key={label} value={number} whole={most} label={`${label || "(empty)"}  ${count(number)}`} />)}
          </section>
        );
      })}
    </div>
  );
}

/** A chart in two clicks: the first column that is no number is x, numbers are lines. */
function Charted({ result, order }) {
  const numbers = result.names.map((_, i) => i).filter((i) => isNumber(result.types[i]));
  const others = result.names.map((_, i) => i).filter((i) => !isNumber(result.types[i]));
  const first = others.find((i) => isTime(result.types[i])) ?? others[0] ?? numbers[0] ?? 0;
  const [x, setX] = useState(first);
  const [kind, setKind] = useState(isTime(result.types[first] ?? "") || isNumber(result.types[first] ?? "") ? "lines" : "bars");
  const [split, setSplit] = useState(-1);
  const [chosen, setChosen] = useState(numbers.filter((i) => i !== first).slice(0, 3));
  const data = useMemo(() => charted(result, order.slice(0, MOST_CHARTED), x, chosen, split), [result, order, x, chosen, split]);
  if (!numbers.length) return <p class="quiet">There is no column of numbers to draw.</p>;
  const toggle = (i) => setChosen((old) => (old.includes(i) ? old.filter((one) => one !== i) : [...old, i]));
  return (
    <div class="charted">
      <div class="bar-of-tools">
        <label>x <select value={x} onChange={(e) => setX(Number(e.target.value))}>{result.names.map((name, i) => <option key={i} value={i}>{name}</option>)}</select></label>
        <label>a line for each <select value={split} onChange={(e) => setSplit(Number(e.target.value))}><option value={-1}>—</option>{others.filter((i) => i !== x).map((i) => <option key={i} value={i}>{result.names[i]}</option>)}</select></label>
        <label>as <select value={kind} onChange={(e) => setKind(e.target.value)}><option value="lines">lines</option><option value="bars">bars</option></select></label>
        <fieldset class="choices"><legend>y</legend>{numbers.filter((i) => i !== x).map((i) => <label key={i}><input type="checkbox" checked={chosen.includes(i)} onChange={() => toggle(i)} /> {result.names[i]}</label>)}</fieldset>
      </div>
      {order.length > MOST_CHARTED && <p class="quiet">The first {count(MOST_CHARTED)} rows are drawn.</p>}
      {data.series.length ? <Chart x={data.x} series={data.series} time={isTime(result.types[x])} bars={kind === "bars"} height={360} label="Chart of the result" /> : <p class="quiet">Choose what to draw.</p>}
    </div>
  );
}

function charted(result, order, x, chosen, split) {
  const type = result.types[x];
  const key = (row) => (isTime(type) ? secondsOf(row[x]) : isNumber(type) ? Number(row[x]) : shown(row[x]));
  const keys = [...new Set(order.map((i) => key(result.rows[i])))];
  if (isTime(type) || isNumber(plain(type))) keys.sort((a, b) => a - b);
  const places = new Map(keys.map((k, i) => [k, i]));
  const series = new Map();
  for (const i of order) {
    const row = result.rows[i];
    for (const column of chosen) {
      const title = split < 0 ? result.names[column] : `${shown(row[split])}${chosen.length > 1 ? ` ${result.names[column]}` : ""}`;
      if (!series.has(title)) {
        if (series.size >= 12) continue;
        series.set(title, new Array(keys.length).fill(null));
      }
      if (row[column] !== null) series.get(title)[places.get(key(row))] = Number(row[column]);
    }
  }
  return { x: keys, series: [...series] };
}
