// Figures as people read them.

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

export function bytes(value) {
  let number = Number(value) || 0;
  let unit = 0;
  while (number >= 1024 && unit < UNITS.length - 1) {
    number /= 1024;
    unit += 1;
  }
  return `${number < 10 && unit > 0 ? number.toFixed(2) : number < 100 && unit > 0 ? number.toFixed(1) : Math.round(number)} ${UNITS[unit]}`;
}

export function count(value) {
  return Math.round(Number(value) || 0).toLocaleString("en").replaceAll(",", " ");
}

export function brief(value) {
  const number = Number(value) || 0;
  for (const [limit, sign] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e4, "k"]]) {
    if (number >= limit) {
      const scaled = number / (sign === "k" ? 1e3 : limit);
      return `${scaled < 100 ? scaled.toFixed(1) : Math.round(scaled)}${sign}`;
    }
  }
  return count(number);
}

export function seconds(value) {
  const number = Number(value) || 0;
  if (number < 1) return `${Math.round(number * 1000)} ms`;
  if (number < 60) return `${number.toFixed(number < 10 ? 2 : 1)} s`;
  if (number < 3600) return `${Math.floor(number / 60)} min ${Math.round(number % 60)} s`;
  if (number < 86400) return `${Math.floor(number / 3600)} h ${Math.round((number % 3600) / 60)} min`;
  return `${Math.floor(number / 86400)} d ${Math.round((number % 86400) / 3600)} h`;
}

export const percent = (part, whole) => (whole > 0 ? `${Math.round((100 * part) / whole)} %` : "");

/** A name as SQL wants it. */
export const quoted = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, "\\$&")}\``);

export const literal = (text) => `'${String(text).replace(/[\\']/g, "\\$&")}'`;
