// Disks, policies, what TTL is going to do, and parts that lie aside.
import { bytes, count } from "../format.js";
import { Asked, Bar, Panel, Table, useQuery } from "../ui.jsx";

const DISKS = "SELECT name, type, path, total_space, free_space, unreserved_space, keep_free_space, is_encrypted, is_read_only, is_remote, is_broken, cache_path FROM system.disks ORDER BY name";
const USED = "SELECT disk_name, sum(bytes_on_disk) AS bytes, count() AS parts, countIf(active) AS active FROM system.parts GROUP BY disk_name";
const POLICIES = "SELECT policy_name, volume_name, disks, max_data_part_size, move_factor, prefer_not_to_merge, load_balancing FROM system.storage_policies ORDER BY policy_name, volume_priority";
const FORECAST = `
SELECT toDate(moment) AS day, what, database, table, count() AS parts, sum(rows) AS rows, sum(bytes) AS bytes
FROM
(
    SELECT database, table, rows, bytes_on_disk AS bytes, arrayJoin(arrayConcat(
        if(toUnixTimestamp(delete_ttl_info_max) > 0, [('rows are deleted', delete_ttl_info_max)], []),
        arrayMap((e, m) -> (concat('moves: ', e), m), move_ttl_info.expression, move_ttl_info.max),
        arrayMap((e, m) -> (concat('recompresses: ', e), m), recompression_ttl_info.expression, recompression_ttl_info.max),
        arrayMap((e, m) -> (concat('groups: ', e), m), group_by_ttl_info.expression, group_by_ttl_info.max)
    )) AS rule, rule.1 AS what, rule.2 AS moment
    FROM system.parts WHERE active
)
GROUP BY ALL ORDER BY day, database, table, what LIMIT 500`;
const DETACHED = "SELECT database, table, name, reason, bytes_on_disk, modification_time, disk FROM system.detached_parts ORDER BY modification_time DESC LIMIT 500";

export function Storage({ shown }) {
  const at = (sql, every) => useQuery(shown ? sql : null, {}, every);
  const [disks, used, policies, forecast, detached] = [at(DISKS, 5000), at(USED, 10000), at(POLICIES, 30000), at(FORECAST, 30000), at(DETACHED, 10000)];
  const today = new Date().toISOString().slice(0, 10);
  return (
    <div class="panels" hidden={!shown}>
      <Panel title="Disks">
        <Asked of={disks}>
          {(rows) => <Table rows={rows} keyOf={(row) => row.name} columns={[
            ["Disk", (row) => <strong>{row.name}</strong>], ["Type", (row) => <>{row.type}{row.is_encrypted ? <span class="tag">encrypted</span> : ""}{row.is_read_only ? <span class="tag">read only</span> : ""}{row.is_broken ? <span class="tag wrong">broken</span> : ""}</>],
            ["Room", (row) => <Room disk={row} />],
            ["Parts here", (row) => { const one = (used.rows ?? []).find((u) => u.disk_name === row.name); return one ? `${count(one.active)} active, ${count(one.parts - one.active)} outdated, ${bytes(one.bytes)}` : ""; }],
            ["Kept free", (row) => (row.keep_free_space ? bytes(row.keep_free_space) : ""), "number"], ["Path", (row) => <code>{row.path}</code>, "wide"],
          ]} />}
        </Asked>
      </Panel>
      <Panel title="Policies" note="volumes in the order in which they are filled">
        <Asked of={policies}>
          {(rows) => <Table rows={rows} columns={[["Policy", (row) => row.policy_name], ["Volume", (row) => row.volume_name], ["Disks", (row) => row.disks.join(", ")], ["Largest part", (row) => (row.max_data_part_size ? bytes(row.max_data_part_size) : "any"), "number"], ["Moves on when free is below", (row) => row.move_factor, "number"], ["Merges", (row) => (row.prefer_not_to_merge ? "no" : "yes")], ["Disks in turns by", (row) => row.load_balancing]]} />}
        </Asked>
      </Panel>
      <Panel title="What TTL is going to do">
        <Asked of={forecast} empty="No part has a rule that is still to come.">
          {(rows) => <Table rows={rows} columns={[["Day", (row) => (row.day <= today ? <strong>{row.day}: due</strong> : row.day)], ["Table", (row) => `${row.database}.${row.table}`], ["", (row) => row.what], ["Parts", (row) => count(row.parts), "number"], ["Rows, at most", (row) => count(row.rows), "number"], ["On disk", (row) => bytes(row.bytes), "number"]]} />}
        </Asked>
      </Panel>
      <Panel title="Detached parts">
        <Asked of={detached} empty="None.">
          {(rows) => <Table rows={rows} columns={[["Table", (row) => `${row.database}.${row.table}`], ["Part", (row) => <code>{row.name}</code>], ["Why", (row) => row.reason || "by hand"], ["Size", (row) => bytes(row.bytes_on_disk), "number"], ["Since", (row) => row.modification_time], ["Disk", (row) => row.disk]]} />}
        </Asked>
      </Panel>
    </div>
  );
}

function Room({ disk }) {
  if (!disk.total_space || disk.total_space > 2 ** 60) return <span class="quiet">no limit is known</span>;
  const taken = disk.total_space - disk.free_space;
  const reserved = Math.max(0, disk.free_space - disk.unreserved_space);
  return <Bar value={taken} more={reserved} whole={disk.total_space} warn={disk.free_space < disk.total_space * 0.1} label={`${bytes(disk.free_space)} of ${bytes(disk.total_space)} free${reserved ? `, ${bytes(reserved)} reserved` : ""}`} />;
}
