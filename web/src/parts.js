// Names of parts, and the history of a table's parts, as values.

/** `202501_1_5_2_7` taken apart; patches belong to the partition behind their name. */
export function partOf(name) {
  const found = /^([^_]+)_(\d+)_(\d+)_(\d+)(?:_(\d+))?$/.exec(name);
  if (!found) return null;
  const [, partition, min, max, level, mutation] = found;
  const patch = /^patch-[0-9a-f]{32}-(.*)$/.exec(partition);
  return { name, partition: patch ? patch[1] : partition, patch: Boolean(patch), min: Number(min), max: Number(max), level: Number(level), mutation: Number(mutation ?? 0) };
}

/** Which parts were there at a moment, by the log: events in their order. */
export function history(events) {
  return {
    from: events[0]?.time ?? 0,
    to: events.at(-1)?.time ?? 0,
    at(time) {
      const parts = new Map();
      for (const event of events) {
        if (event.time > time) break;
        if (event.event_type === "RemovePart") parts.delete(event.part_name);
        else if (!event.error && event.event_type !== "MovePart") {
          for (const source of event.merged_from) parts.delete(source);
          const part = partOf(event.part_name);
          if (!part) continue;
          if (event.event_type === "MutatePart") {
            for (const [name, old] of parts) {
              if (old.partition === part.partition && old.min === part.min && old.max === part.max && old.patch === part.patch) parts.delete(name);
            }
          }
          parts.set(event.part_name, { ...part, rows: event.rows, bytes_on_disk: event.size_in_bytes, active: 1, time: event.time, disk_name: event.disk_name });
        }
      }
      return [...parts.values()];
    },
  };
}

/** Bytes that were written for each byte that was inserted. */
export function writeAmplification(events) {
  const sum = (kinds) => events.reduce((all, event) => all + (kinds.includes(event.event_type) && !event.error ? event.size_in_bytes : 0), 0);
  const inserted = sum(["NewPart"]);
  return inserted ? (inserted + sum(["MergeParts", "MutatePart"])) / inserted : null;
}
