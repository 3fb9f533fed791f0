// The map of a table's parts: a row for each partition, block numbers from left to right, levels upwards.
import { useEffect, useMemo, useState } from "preact/hooks";
import { brief, bytes, count, seconds } from "../format.js";
import { history, partOf, writeAmplification } from "../parts.js";
import { Asked, Bar, Panel, Table, useQuery } from "../ui.jsx";

const PARTS = `
SELECT name, partition, partition_id, active, rows, bytes_on_disk, level, part_type, disk_name, projections, has_lightweight_delete,
    toUnixTimestamp(modification_time) AS time
FROM system.parts WHERE database = {database:String} AND table = {name:String}
ORDER BY partition_id, min_block_number LIMIT 5000`;
const MERGES = `
SELECT result_part_name, source_part_names, is_mutation, progress, elapsed, num_parts, merge_type
FROM system.merges WHERE database = {database:String} AND table = {name:String}`;
const LOG = `
SELECT event_type, part_name, merged_from, rows, size_in_bytes, error, disk_name, toFloat64(toUnixTimestamp64Micro(event_time_microseconds)) / 1e6 AS time
FROM system.part_log
WHERE database = {database:String} AND table = {name:String} AND event_time > now() - INTERVAL {hours:UInt32} HOUR
ORDER BY event_time_microseconds LIMIT 20000`;
const MOST_PARTITIONS = 200;

export function Parts({ table }) {
  const where = { database: table.database, name: table.name };
  const found = useQuery(PARTS, where, 2000);
  const merges = useQuery(MERGES, where, 1000);
  const [colour, setColour] = useState("state");
  const [replay, setReplay] = useState(false);
  const [picked, setPicked] = useState(null);
  return (
    <>
      <div class="bar-of-tools">
        <label>Colour by <select value={colour} onChange={(e) => setColour(e.target.value)}><option value="state">state</option><option value="disk">disk</option><option value="age">age</option></select></label>
        <button type="button" aria-pressed={replay} onClick={() => setReplay(!replay)}>{replay ? "Now" : "Replay the last hours"}</button>
      </div>
      {replay
        ? <Replay where={where} colour={colour} />
        : <Asked of={found} empty="The table has no parts.">
            {(rows) => {
              const parts = rows.map((row) => ({ ...row, ...partOf(row.name) })).filter((row) => row.min !== undefined);
              return (
                <>
                  <PartsMap parts={parts} merges={merges.rows ?? []} colour={colour} pick={setPicked} />
                  {rows.length === 5000 && <p class="quiet">The first 5 000 parts are shown.</p>}
                  {(merges.rows ?? []).map((one) => <Bar key={one.result_part_name} value={one.progress} whole={1} label={`${one.is_mutation ? "mutates to" : `merges ${one.num_parts} parts to`} ${one.result_part_name}, ${seconds(one.elapsed)}`} />)}
                  {picked && <Picked part={parts.find((one) => one.name === picked) ?? { name: picked }} />}
                </>
              );
            }}
          </Asked>}
    </>
  );
}

function Picked({ part }) {
  return (
    <Panel title={part.name} note={part.active ? "active" : "outdated: it goes after old_parts_lifetime, or when nobody reads it"}>
      <Table rows={[part]} columns={[
        ["Partition", (row) => row.partition], ["Rows", (row) => count(row.rows), "number"], ["On disk", (row) => bytes(row.bytes_on_disk), "number"],
        ["Blocks", (row) => `${row.min} to ${row.max}`], ["Level", (row) => row.level, "number"], ["Type", (row) => row.part_type], ["Disk", (row) => row.disk_name],
        ["Projections", (row) => row.projections?.join(", ")], ["Deleted rows", (row) => (row.has_lightweight_delete ? "some" : "none")],
      ]} />
    </Panel>
  );
}

/** Blocks that lie between parts of all partitions are left out: only what is there takes room. */
function scale(parts) {
  const edges = [...new Set(parts.flatMap((part) => [part.min, part.max + 1]))].sort((a, b) => a - b);
  const places = new Map(edges.map((edge, i) => [edge, i]));
  return { of: (block) => places.get(block), whole: Math.max(1, edges.length - 1) };
}

const FADES = ["--age-1", "--age-2", "--age-3", "--age-4", "--age-5"];

function fillOf(part, colour, disks, now) {
  if (colour === "disk") return `var(--series-${(disks.indexOf(part.disk_name) % 6) + 1})`;
  if (colour === "age") return `var(${FADES[Math.min(4, Math.floor(Math.log10(Math.max(1, (now - part.time) / 60))))]})`;
  return part.patch ? "var(--patch)" : part.level === 0 ? "var(--new-part)" : "var(--merged-part)";
}

export function PartsMap({ parts, merges, colour, pick, now = Date.now() / 1000 }) {
  const partitions = [...new Set(parts.map((part) => part.partition))].sort();
  const disks = [...new Set(parts.map((part) => part.disk_name))].sort();
  return (
    <div class="map" role="group" aria-label="Map of the parts">
      <p class="quiet legend">
        {colour === "state" && <><i class="new" /> inserted <i class="merged" /> merged <i class="patch" /> patch <i class="old" /> outdated <i class="busy" /> being merged</>}
        {colour === "disk" && disks.map((disk, i) => <span key={disk}><i class={`disk-${(i % 6) + 1}`} /> {disk} </span>)}
        {colour === "age" && <><i class="age-1" /> minutes <i class="age-3" /> hours <i class="age-5" /> days</>}
      </p>
      {partitions.slice(0, MOST_PARTITIONS).map((id) => <Partition key={id} parts={parts.filter((part) => part.partition === id)} {...{ id, merges, colour, pick, disks, now }} />)}
      {partitions.length > MOST_PARTITIONS && <p class="quiet">{count(partitions.length - MOST_PARTITIONS)} partitions more.</p>}
    </div>
  );
}

function Partition({ id, parts, merges, colour, pick, disks, now }) {
  const at = scale(parts);
  const top = Math.max(...parts.map((part) => part.level), 0);
  const height = Math.min(120, 14 * (top + 1) + 4);
  const step = height / (top + 1);
  const active = parts.filter((part) => part.active);
  const busy = new Set(merges.flatMap((one) => one.source_part_names));
  return (
    <div class="partition">
      <div class="about"><code>{id}</code><br /><span class="quiet">{active.length} parts, {brief(active.reduce((all, part) => all + part.rows, 0))} rows, {bytes(active.reduce((all, part) => all + part.bytes_on_disk, 0))}</span></div>
      <svg viewBox={`0 0 1000 ${height}`} height={height} preserveAspectRatio="none">
        {parts.map((part) => {
          const left = (1000 * at.of(part.min)) / at.whole;
          const right = (1000 * at.of(part.max + 1)) / at.whole;
          const tall = part.patch ? step / 3 : step - 2;
          return (
            <rect
              key={part.name} tabIndex={pick ? 0 : undefined} role={pick ? "button" : undefined} aria-label={part.name}
              class={[part.active ? "" : "old", busy.has(part.name) ? "busy" : ""].join(" ")} fill={fillOf(part, colour, disks, now)}
              x={left + 1} width={Math.max(2, right - left - 2)} y={height - step * (part.level + 1) + 1} height={tall}
              onClick={() => pick?.(part.name)} onKeyDown={(e) => (e.key === "Enter" || e.key === " ") && pick?.(part.name)}
            >
              <title>{`${part.name}: ${count(part.rows)} rows, ${bytes(part.bytes_on_disk)}${part.active ? "" : ", outdated"}${part.projections?.length ? `, projections ${part.projections.join(", ")}` : ""}`}</title>
            </rect>
          );
        })}
        {parts.filter((part) => part.projections?.length).map((part) => <circle key={part.name} class="projection" cx={(1000 * at.of(part.min)) / at.whole + 6} cy={height - step * (part.level + 1) + step / 2} r="2.5" />)}
      </svg>
    </div>
  );
}

function Replay({ where, colour }) {
  const [hours, setHours] = useState(1);
  const log = useQuery(LOG, { ...where, hours });
  return (
    <>
      <div class="bar-of-tools"><label>Hours <select value={hours} onChange={(e) => setHours(Number(e.target.value))}>{[1, 3, 12, 24, 72].map((n) => <option key={n} value={n}>{n}</option>)}</select></label></div>
      <Asked of={log} empty="Nothing happened to parts of this table in that time.">{(events) => <Player key={hours} events={events} colour={colour} />}</Asked>
    </>
  );
}

function Player({ events, colour }) {
  const past = useMemo(() => history(events), [events]);
  const [time, setTime] = useState(past.from);
  const [speed, setSpeed] = useState(0);
  useEffect(() => {
    if (!speed) return undefined;
    const timer = setInterval(() => setTime((old) => {
      if (old >= past.to) setSpeed(0);
      return Math.min(past.to, old + speed / 5);
    }), 200);
    return () => clearInterval(timer);
  }, [speed, past]);
  const factor = writeAmplification(events);
  const whole = Math.max(1, past.to - past.from);
  return (
    <>
      <div class="bar-of-tools">
        <button type="button" onClick={() => { if (time >= past.to) setTime(past.from); setSpeed(speed ? 0 : whole / 20); }}>{speed ? "Pause" : "Play"}</button>
        <label>Speed <select value={speed ? "on" : ""} onChange={(e) => e.target.value && setSpeed(whole / Number(e.target.value))}><option value="">…</option><option value="60">one minute for all</option><option value="20">20 seconds</option><option value="5">5 seconds</option></select></label>
        <input type="range" aria-label="Moment" min={past.from} max={past.to} step={whole / 500} value={time} onInput={(e) => setTime(Number(e.target.value))} />
        <span>{new Date(time * 1000).toLocaleTimeString()}</span>
        {factor !== null && <span class="quiet">write amplification {factor.toFixed(2)}</span>}
      </div>
      <PartsMap parts={past.at(time)} merges={[]} colour={colour} now={time} />
    </>
  );
}
