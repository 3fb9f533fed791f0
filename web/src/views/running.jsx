// What the server is doing.
import { useState } from "preact/hooks";
import { brief, bytes, count, seconds } from "../format.js";
import { OWN, tell } from "../server.js";
import { Asked, Bar, Panel, Problem, Table, useQuery } from "../ui.jsx";

const PROCESSES = `
SELECT query_id, user, elapsed, read_rows, total_rows_approx, read_bytes, written_rows, memory_usage, is_cancelled, query, interface
FROM system.processes WHERE Settings['log_comment'] != '${OWN}' AND NOT is_internal ORDER BY elapsed DESC`;
const STAGES = `SELECT query_id, stage, tasks, completed_tasks, active_tasks, failed_tasks FROM system.spark_stages ORDER BY stage`;
const MERGES = `
SELECT database, table, result_part_name, is_mutation, merge_type, num_parts, progress, elapsed, rows_read, rows_written, total_size_bytes_compressed, memory_usage
FROM system.merges ORDER BY elapsed DESC`;
const MUTATIONS = `
SELECT database, table, mutation_id, command, create_time, parts_to_do, parts_to_do_names, parts_in_progress_names, latest_failed_part, latest_fail_reason, is_killed
FROM system.mutations WHERE NOT is_done ORDER BY create_time`;
const MOVES = "SELECT database, table, part_name, target_disk_name, part_size, elapsed FROM system.moves";
const EXPORTS = `
SELECT source_database, source_table, destination_database, destination_table, part_name, destination_file_path, status, elapsed, rows_read,
    total_rows_to_read, bytes_read_uncompressed, total_size_bytes_uncompressed, exception, create_time
FROM system.exports ORDER BY create_time DESC LIMIT 100`;
const LOCKS = `
SELECT database, table, partition_id, operation, ticket, is_granted, requested_at, granted_at, expires_at, host, process_id
FROM system.partition_locks ORDER BY database, table, partition_id, NOT is_granted, ticket`;
const POOLS = "SELECT metric, value, description FROM system.metrics WHERE metric LIKE 'Background%' OR metric IN ('Query', 'Merge', 'PartMutation', 'Move', 'Export', 'PendingAsyncInsert') ORDER BY metric LIKE 'Background%', metric";
const EXECUTORS = "SELECT * FROM system.spark_executors ORDER BY executor_id";

export function Running({ shown }) {
  const at = (sql, every = 1000) => useQuery(shown ? sql : null, {}, every);
  const [error, setError] = useState(null);
  const found = { processes: at(PROCESSES), stages: at(STAGES), merges: at(MERGES), mutations: at(MUTATIONS, 2000), moves: at(MOVES), exports: at(EXPORTS), locks: at(LOCKS), pools: at(POOLS, 2000), executors: at(EXECUTORS, 5000) };
  const kill = async (sql, parameters) => {
    setError(null);
    await tell(sql, parameters).catch(setError);
  };
  return (
    <div class="panels" hidden={!shown}>
      {error && <Problem error={error} />}
      <Panel title="Statements">
        <Asked of={found.processes} empty="No statement runs.">
          {(rows) => <Table rows={rows} keyOf={(row) => row.query_id} columns={[
            ["Since", (row) => seconds(row.elapsed), "number"], ["User", (row) => row.user],
            ["Read", (row) => <Bar value={row.read_rows} whole={row.total_rows_approx} label={`${brief(row.read_rows)}${row.total_rows_approx ? ` of ${brief(row.total_rows_approx)}` : ""} rows, ${bytes(row.read_bytes)}`} />],
            ["Memory", (row) => bytes(row.memory_usage), "number"],
            ["Spark", (row) => <Tasks of={(found.stages.rows ?? []).filter((one) => one.query_id === row.query_id)} />],
            ["Statement", (row) => <code title={row.query}>{row.query.slice(0, 300)}</code>, "wide"],
            ["", (row) => <button type="button" disabled={row.is_cancelled} onClick={() => kill("KILL QUERY WHERE query_id = {id:String}", { id: row.query_id })}>{row.is_cancelled ? "ending" : "Kill"}</button>],
          ]} />}
        </Asked>
      </Panel>
      <Panel title="Merges and mutations of parts">
        <Asked of={found.merges} empty="Nothing is merged.">
          {(rows) => <Table rows={rows} keyOf={(row) => row.result_part_name} columns={[
            ["Table", (row) => `${row.database}.${row.table}`], ["Becomes", (row) => <code>{row.result_part_name}</code>],
            ["What", (row) => (row.is_mutation ? "mutation" : `${row.merge_type}, ${row.num_parts} parts`)],
            ["Progress", (row) => <Bar value={row.progress} whole={1} label={`${Math.round(100 * row.progress)} % of ${bytes(row.total_size_bytes_compressed)}, ${seconds(row.elapsed)}${row.progress > 0.02 ? `, ${seconds((row.elapsed / row.progress) * (1 - row.progress))} to go` : ""}`} />],
            ["Rows", (row) => `${brief(row.rows_read)} → ${brief(row.rows_written)}`, "number"],
          ]} />}
        </Asked>
      </Panel>
      <Panel title="Mutations that are not done">
        <Asked of={found.mutations} empty="All mutations are done.">
          {(rows) => <Table rows={rows} keyOf={(row) => row.database + row.table + row.mutation_id} columns={[
            ["Table", (row) => `${row.database}.${row.table}`], ["Id", (row) => row.mutation_id], ["Command", (row) => <code>{row.command.slice(0, 200)}</code>, "wide"], ["Since", (row) => row.create_time],
            ["Parts to do", (row) => <span title={row.parts_to_do_names.join(", ")}>{count(row.parts_to_do)}{row.parts_in_progress_names.length ? `, now ${row.parts_in_progress_names.join(", ")}` : ""}</span>],
            ["Last failure", (row) => row.latest_fail_reason && <span class="wrong">{row.latest_failed_part}: {row.latest_fail_reason}</span>, "wide"],
            ["", (row) => <button type="button" onClick={() => kill("KILL MUTATION WHERE database = {database:String} AND table = {table:String} AND mutation_id = {id:String}", { database: row.database, table: row.table, id: row.mutation_id })}>Kill</button>],
          ]} />}
        </Asked>
      </Panel>
      <Panel title="Partitions that are held, and who waits for them">
        <Asked of={found.locks} empty="No partition is held.">
          {(rows) => <Table rows={rows} columns={[
            ["Table", (row) => `${row.database}.${row.table}`], ["Partition", (row) => <code>{row.partition_id}</code>], ["Operation", (row) => row.operation],
            ["", (row) => (row.is_granted ? <strong>holds it since {row.granted_at}</strong> : <>waits since {row.requested_at}, behind {blocker(rows, row)}</>)],
            ["Process", (row) => `${row.host}, ${row.process_id}`],
          ]} />}
        </Asked>
      </Panel>
      <Panel title="Moves to other disks">
        <Asked of={found.moves} empty="Nothing is moved.">
          {(rows) => <Table rows={rows} columns={[["Table", (row) => `${row.database}.${row.table}`], ["Part", (row) => <code>{row.part_name}</code>], ["To", (row) => row.target_disk_name], ["Size", (row) => bytes(row.part_size), "number"], ["Since", (row) => seconds(row.elapsed), "number"]]} />}
        </Asked>
      </Panel>
      <Panel title="Exports" note="the last hundred since the start">
        <Asked of={found.exports} empty="Nothing was exported since the start.">
          {(rows) => <Table rows={rows} columns={[
            ["From", (row) => `${row.source_database}.${row.source_table}`], ["Part", (row) => <code>{row.part_name}</code>], ["To", (row) => `${row.destination_database}.${row.destination_table}`],
            ["Status", (row) => (row.exception ? <span class="wrong" title={row.exception}>{row.status}</span> : row.status)],
            ["Progress", (row) => <Bar value={row.rows_read} whole={row.total_rows_to_read} label={`${brief(row.rows_read)} of ${brief(row.total_rows_to_read)} rows, ${bytes(row.elapsed > 0 ? row.bytes_read_uncompressed / row.elapsed : 0)}/s${left(row)}`} />],
            ["File", (row) => <code>{row.destination_file_path}</code>, "wide"],
          ]} />}
        </Asked>
      </Panel>
      <Panel title="Pools"><Asked of={found.pools}>{(rows) => <Table rows={rows} columns={[["Metric", (row) => row.metric], ["Now", (row) => count(row.value), "number"], ["", (row) => row.description]]} />}</Asked></Panel>
      <Panel title="Spark's executors"><Asked of={found.executors} empty="Spark has not started: nothing needed it yet.">{(rows) => <Table rows={rows} columns={Object.keys(rows[0]).map((name) => [name.replaceAll("_", " "), (row) => (/memory|bytes/.test(name) ? bytes(row[name]) : String(row[name]))])} />}</Asked></Panel>
    </div>
  );
}

function Tasks({ of }) {
  return of.map((one) => <Bar key={one.stage} value={one.completed_tasks} more={one.active_tasks} whole={one.tasks} label={`stage ${one.stage}: ${one.completed_tasks} of ${one.tasks}`} />);
}

const left = (row) => (row.rows_read > 0 && row.rows_read < row.total_rows_to_read ? `, ${seconds((row.elapsed / row.rows_read) * (row.total_rows_to_read - row.rows_read))} to go` : "");

function blocker(rows, row) {
  const before = rows.filter((one) => one.database === row.database && one.table === row.table && one.partition_id === row.partition_id && (one.is_granted || one.ticket < row.ticket));
  return before.map((one) => one.operation).join(", ") || "nobody";
}
