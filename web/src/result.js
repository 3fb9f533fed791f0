// What came of a statement, as values; nothing here touches the page.
import { literal, quoted } from "./format.js";

/** The type without Nullable and LowCardinality. */
export function plain(type) {
  const found = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type);
  return found ? plain(found[1]) : type;
}

export const isNumber = (type) => /^(?:U?Int\d+|Float\d+|BFloat16|Decimal)/.test(plain(type));
export const isTime = (type) => /^Date/.test(plain(type));

/** A value as one line of text. */
export function shown(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}

/** Seconds since 1970 of a Date or DateTime as the server writes it. */
export const secondsOf = (value) => Date.parse(`${String(value).replace(" ", "T")}${String(value).length > 10 ? "Z" : ""}`) / 1000;

function comparator(type) {
  if (isNumber(type)) {
    return /Int(?:64|128|256)|Decimal/.test(type)
      ? (a, b) => Number(a) - Number(b) || (shown(a) < shown(b) ? -1 : 1)
      : (a, b) => Number(a) - Number(b);
  }
  return (a, b) => (shown(a) < shown(b) ? -1 : shown(a) > shown(b) ? 1 : 0);
}

/** The numbers of the rows that a filter leaves, sorted; NULL comes last. */
export function arrange(result, sorting, filter) {
  let order = result.rows.map((_, i) => i);
  const words = filter.trim().toLowerCase();
  if (words) order = order.filter((i) => result.rows[i].some((value) => shown(value).toLowerCase().includes(words)));
  if (sorting) {
    const { column, down } = sorting;
    const compare = comparator(result.types[column]);
    order.sort((i, j) => {
      const [a, b] = [result.rows[i][column], result.rows[j][column]];
      if (a === null || b === null) return (a === null) - (b === null) || i - j;
      return (down ? -compare(a, b) : compare(a, b)) || i - j;
    });
  }
  return order;
}

/** What a column holds: NULLs, different values, the least and the greatest, and how values are spread. */
export function summary(result, column) {
  const type = result.types[column];
  const values = result.rows.map((row) => row[column]).filter((value) => value !== null);
  const different = new Map();
  for (const value of values) different.set(shown(value), (different.get(shown(value)) ?? 0) + 1);
  const compare = comparator(type);
  let [least, greatest] = [values[0], values[0]];
  for (const value of values) {
    if (compare(value, least) < 0) least = value;
    if (compare(value, greatest) > 0) greatest = value;
  }
  return {
    name: result.names[column],
    type,
    nulls: result.rows.length - values.length,
    different: different.size,
    least: values.length ? shown(least) : "",
    greatest: values.length ? shown(greatest) : "",
    histogram: isNumber(type) || isTime(type) ? histogram(values, isTime(type)) : frequent(different),
  };
}

function histogram(values, time) {
  const numbers = values.map((value) => (time ? secondsOf(value) : Number(value))).filter(Number.isFinite);
  if (!numbers.length) return [];
  let [low, high] = [numbers[0], numbers[0]];
  for (const n of numbers) {
    if (n < low) low = n;
    if (n > high) high = n;
  }
  const bins = new Array(high > low ? 20 : 1).fill(0);
  for (const n of numbers) bins[high > low ? Math.min(bins.length - 1, Math.floor(((n - low) / (high - low)) * bins.length)) : 0] += 1;
  const at = (i) => {
    const edge = low + ((high - low) * i) / bins.length;
    return time ? new Date(edge * 1000).toISOString().replace("T", " ").slice(0, 19) : Number(edge.toPrecision(6));
  };
  return bins.map((number, i) => ({ label: bins.length > 1 ? `${at(i)} to ${at(i + 1)}` : `${at(0)}`, number }));
}

const frequent = (different) =>
  [...different].sort((a, b) => b[1] - a[1]).slice(0, 8).map(([label, number]) => ({ label: label.slice(0, 60), number }));

export function asMarkdown(result, order) {
  const cell = (value) => (value === null ? "NULL" : shown(value)).replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("\n", " ");
  const lines = [
    `| ${result.names.map(cell).join(" | ")} |`,
    `| ${result.types.map((type) => (isNumber(type) ? "---:" : "---")).join(" | ")} |`,
    ...order.map((i) => `| ${result.rows[i].map(cell).join(" | ")} |`),
  ];
  return lines.join("\n");
}

export function asInsert(result, order, table = "table_name") {
  const one = (value, type) => {
    if (value === null) return "NULL";
    if (isNumber(type) || plain(type) === "Bool") return /^-?(?:nan|inf)$/i.test(value) || typeof value !== "object" ? String(value) : literal(shown(value));
    return typeof value === "object" ? nested(value) : literal(value);
  };
  const rows = order.map((i) => `(${result.rows[i].map((value, c) => one(value, result.types[c])).join(", ")})`);
  return `INSERT INTO ${table} (${result.names.map(quoted).join(", ")}) VALUES\n${rows.join(",\n")};`;
}

function nested(value) {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return `[${value.map(nested).join(", ")}]`;
  if (typeof value === "object") return `{${Object.entries(value).map(([k, v]) => `${literal(k)}: ${nested(v)}`).join(", ")}}`;
  return typeof value === "string" ? literal(value) : String(value);
}
