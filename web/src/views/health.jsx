// How the server has been doing.
import { useEffect, useState } from "preact/hooks";
import { Chart } from "../chart.jsx";
import { brief, bytes, count, seconds } from "../format.js";
import { ask } from "../server.js";
import { Asked, Bar, Panel, Problem, Table, useQuery } from "../ui.jsx";

const NOW = "SELECT 'metric' AS kind, metric AS name, toFloat64(value) AS value FROM system.metrics UNION ALL SELECT 'event', event, toFloat64(value) FROM system.events UNION ALL SELECT 'figure', metric, toFloat64(value) FROM system.asynchronous_metrics";
const BY_MINUTE = `
SELECT toUnixTimestamp(toStartOfInterval(event_time, INTERVAL {step:UInt32} SECOND)) AS moment,
    countIf(type = 'QueryFinish') AS finished, countIf(type IN ('ExceptionBeforeStart', 'ExceptionWhileProcessing')) AS failed,
    countIf(query_kind = 'Insert' AND type = 'QueryFinish') AS inserts, sumIf(written_rows, type = 'QueryFinish') AS written,
    quantileIf(0.5)(query_duration_ms, type = 'QueryFinish') AS median, quantileIf(0.99)(query_duration_ms, type = 'QueryFinish') AS p99
FROM system.query_log WHERE event_time > now() - INTERVAL {hours:UInt32} HOUR AND type != 'QueryStart'
GROUP BY moment ORDER BY moment`;
const FULLEST = `
SELECT database, table, partition, count() AS parts
FROM system.parts WHERE active GROUP BY database, table, partition ORDER BY parts DESC LIMIT 10`;
const LIMITS = "SELECT name, toUInt64(value) AS value FROM system.merge_tree_settings WHERE name IN ('parts_to_delay_insert', 'parts_to_throw_insert')";
const ERRORS = "SELECT name, code, value, last_error_time, last_error_message FROM system.errors ORDER BY last_error_time DESC LIMIT 50";
const FAILED = "SELECT event_time, user, exception_code, exception, query FROM system.query_log WHERE exception_code != 0 AND event_time > now() - INTERVAL 1 DAY ORDER BY event_time DESC LIMIT 20";
const KEPT = 300; // samples

/** Figures of the last minutes: the page asks every two seconds while it is open. */
function useSamples(shown) {
  const [samples, setSamples] = useState([]);
  const [error, setError] = useState(null);
  useEffect(() => {
    if (!shown) return undefined;
    const leave = new AbortController();
    let timer;
    const go = async () => {
      try {
        const rows = document.hidden ? null : await ask(NOW, {}, leave.signal);
        if (rows) {
          const sample = { time: Date.now() / 1000 };
          for (const { kind, name, value } of rows) sample[kind === "event" ? `${name} event` : name] = value;
          setSamples((old) => [...old.slice(1 - KEPT), sample]);
          setError(null);
        }
      } catch (found) {
        if (leave.signal.aborted) return;
        setError(found);
      }
      timer = setTimeout(go, 2000);
    };
    go();
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [shown]);
  return { samples, error };
}

/** What counts up, as so many a second. */
const rate = (samples, name) => samples.map((sample, i) => (i === 0 ? null : Math.max(0, (sample[`${name} event`] ?? 0) - (samples[i - 1][`${name} event`] ?? 0)) / Math.max(0.1, sample.time - samples[i - 1].time)));
const level = (samples, name) => samples.map((sample) => sample[name] ?? 0);

export function Health({ shown }) {
  const { samples, error } = useSamples(shown);
  const [hours, setHours] = useState(3);
  const at = (sql, every, parameters = {}) => useQuery(shown ? sql : null, parameters, every);
  const [log, fullest, limits, errors, failed, warnings] = [
    at(BY_MINUTE, 15000, { hours, step: Math.max(60, hours * 30) }), at(FULLEST, 10000), at(LIMITS, 0), at(ERRORS, 10000), at(FAILED, 15000), at("SELECT message FROM system.warnings", 30000),
  ];
  const x = samples.map((sample) => sample.time);
  const live = (title, series, format) => <figure key={title}><figcaption>{title}</figcaption><Chart x={x} time series={series} height={150} label={title} format={format} /></figure>;
  const limit = (name) => limits.rows?.find((row) => row.name === name)?.value;
  return (
    <div class="panels" hidden={!shown}>
      {error && <Problem error={error} />}
      <Panel title="Warnings"><Asked of={warnings} empty="There is nothing to warn of.">{(rows) => <ul>{rows.map((row) => <li key={row.message}>{row.message}</li>)}</ul>}</Asked></Panel>
      <Panel title="Now" note="since this page is open">
        {x.length < 2 ? <p class="quiet">…</p> : <div class="charts">
          {live("Statements", [["running", level(samples, "Query")], ["begun a second", rate(samples, "Query")]])}
          {live("Rows a second", [["read", rate(samples, "SelectedRows")], ["inserted", rate(samples, "InsertedRows")]], brief)}
          {live("Bytes a second", [["read", rate(samples, "SelectedBytes")], ["inserted", rate(samples, "InsertedBytes")]], bytes)}
          {live("Background work", [["merges", level(samples, "Merge")], ["mutations", level(samples, "PartMutation")], ["moves", level(samples, "Move")], ["exports", level(samples, "Export")]])}
          {live("Active parts", [["parts", level(samples, "PartsActive")]], count)}
          {live("Load of the machine", [["1 minute", level(samples, "LoadAverage1")]])}
        </div>}
      </Panel>
      <Panel title="Statements over time" actions={<label>Hours <select value={hours} onChange={(e) => setHours(Number(e.target.value))}>{[1, 3, 12, 24, 168].map((n) => <option key={n} value={n}>{n}</option>)}</select></label>}>
        <Asked of={log} empty="The log of queries tells of none.">
          {(rows) => (
            <div class="charts">
              {[["By how they ended", [["finished", "finished"], ["failed", "failed"]], count], ["Latency", [["median", "median"], ["99 %", "p99"]], (ms) => seconds(ms / 1000)], ["Inserts", [["statements", "inserts"]], count], ["Rows written", [["rows", "written"]], brief]].map(([title, series, format]) => (
                <figure key={title}><figcaption>{title}</figcaption><Chart x={rows.map((row) => row.moment)} time series={series.map(([name, column]) => [name, rows.map((row) => row[column])])} height={150} label={title} format={format} /></figure>
              ))}
            </div>
          )}
        </Asked>
      </Panel>
      <Panel title="Fullest partitions" note={limit("parts_to_throw_insert") && `inserts are slowed at ${count(limit("parts_to_delay_insert"))} parts and refused at ${count(limit("parts_to_throw_insert"))}`}>
        <Asked of={fullest} empty="There are no parts.">{(rows) => <Table rows={rows} columns={[["Table", (row) => `${row.database}.${row.table}`], ["Partition", (row) => <code>{row.partition}</code>], ["Parts", (row) => <Bar value={row.parts} whole={limit("parts_to_throw_insert") || rows[0].parts} warn={row.parts >= limit("parts_to_delay_insert")} label={count(row.parts)} />]]} />}</Asked>
      </Panel>
      <Panel title="Errors since the start">
        <Asked of={errors} empty="None.">{(rows) => <Table rows={rows} keyOf={(row) => row.name} columns={[["Error", (row) => row.name], ["Code", (row) => row.code, "number"], ["Times", (row) => count(row.value), "number"], ["Last", (row) => row.last_error_time], ["Message", (row) => row.last_error_message.slice(0, 400), "wide"]]} />}</Asked>
      </Panel>
      <Panel title="Statements that failed" note="in the last day">
        <Asked of={failed} empty="None.">{(rows) => <Table rows={rows} columns={[["When", (row) => row.event_time], ["User", (row) => row.user], ["Why", (row) => row.exception.slice(0, 300), "wide"], ["Statement", (row) => <code>{row.query.slice(0, 200)}</code>, "wide"]]} />}</Asked>
      </Panel>
    </div>
  );
}
