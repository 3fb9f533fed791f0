// Everything that the page knows comes from statements sent to the server that it came from.

/** What statements of the page's own are told by. */
export const OWN = "page of sparktree";

let credentials = null; // { user, password }: kept in memory alone, gone with the page

export class ServerError extends Error {
  constructor(text, status) {
    super(text.trim());
    this.status = status;
    this.code = Number(/^Code: (\d+)/.exec(text)?.[1] ?? 0);
    // "failed at position 12 (line 1, col 13)" of syntax errors
    this.position = Number(/position (\d+)/.exec(text)?.[1] ?? 0);
  }

  get wantsLogin() {
    return this.status === 401 || this.code === 516 || this.code === 194;
  }
}

export function logIn(user, password) {
  credentials = { user, password };
}

export function logOut() {
  credentials = null;
}

export function loggedInAs() {
  return credentials?.user ?? "";
}

// fetch sends header values as Latin-1, the server reads them as UTF-8.
const asHeader = (text) => String.fromCharCode(...new TextEncoder().encode(text));

function request(sql, parameters, signal) {
  const headers = { "X-Requested-With": "sparktree" };
  if (credentials) {
    headers["X-ClickHouse-User"] = asHeader(credentials.user);
    headers["X-ClickHouse-Key"] = asHeader(credentials.password);
  }
  const query = new URLSearchParams(parameters).toString();
  return fetch(`/?${query}`, { method: "POST", body: sql, headers, signal, credentials: "omit" });
}

async function failed(response) {
  if (response.headers.get("Content-Type")?.startsWith("text/event-stream")) {
    for await (const { event, data } of events(response.body)) {
      if (event === "exception") return new ServerError(JSON.parse(data).exception, response.status);
    }
  }
  return new ServerError(await response.text(), response.status);
}

/** The rows of a query of the page's own, as objects. They are no part of the log of queries. */
export async function ask(sql, parameters = {}, signal = undefined, database = "") {
  const response = await request(sql, {
    ...(database && { database }),
    default_format: "JSON",
    output_format_json_quote_64bit_integers: "0",
    output_format_json_quote_denormals: "1",
    log_queries: "0",
    log_comment: OWN,
    ...named(parameters),
  }, signal);
  if (!response.ok) throw await failed(response);
  const text = await response.text();
  try {
    return JSON.parse(text).data;
  } catch {
    throw new ServerError(text.slice(text.indexOf("Code:")), 500);
  }
}

/** The response itself, for whoever keeps it as a file. */
export async function askRaw(sql, settings) {
  const response = await request(sql, settings);
  if (!response.ok) throw await failed(response);
  return response;
}

/** What a query answers as text, such as EXPLAIN or SHOW CREATE. */
export async function askText(sql, parameters = {}, signal = undefined) {
  const response = await request(sql, { default_format: "TSVRaw", log_queries: "0", log_comment: OWN, ...parameters }, signal);
  if (!response.ok) throw await failed(response);
  return response.text();
}

/** A statement that changes something: KILL, for example. */
export async function tell(sql, parameters = {}) {
  const response = await request(sql, named(parameters));
  if (!response.ok) throw await failed(response);
  return response.text();
}

const named = (parameters) =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`param_${name}`, String(value)]));

/**
 * Runs a statement of the user's and tells of it while it runs: on.columns(names, types), on.rows(arrays),
 * on.progress(figures), on.events(figures), on.text(text) for statements without rows.
 */
export async function run(sql, settings, on, signal) {
  const response = await request(sql, {
    framing_output_format: "EventStream",
    default_format: "JSONCompactEachRowWithNamesAndTypes",
    output_format_json_quote_64bit_integers: "1",
    output_format_json_quote_decimals: "1",
    output_format_json_quote_denormals: "1",
    interactive_delay: "100000",
    ...settings,
  }, signal);
  if (!response.ok) throw await failed(response);
  const rows = rowReader(on);
  for await (const { event, data } of events(response.body)) {
    if (event === "exception") throw new ServerError(JSON.parse(data).exception, 500);
    else if (event === "data") rows(bytesOf(data));
    else if (event === "progress") on.progress(numbers(JSON.parse(data)));
    else if (event === "profile_events") on.events(added(JSON.parse(data)));
  }
}

const numbers = (figures) => Object.fromEntries(Object.entries(figures).map(([k, v]) => [k, Number(v)]));

function added(list) {
  const found = {};
  for (const { name, value } of list) found[name] = (found[name] ?? 0) + Number(value);
  return found;
}

const bytesOf = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/** Server-sent events of a body, one after the other. */
async function* events(body) {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      rest += decoder.decode(value, { stream: true });
      let end;
      let from = 0;
      while ((end = rest.indexOf("\n\n", from)) >= 0) {
        const event = { event: "", data: "" };
        for (const line of rest.slice(from, end).split("\n")) {
          const colon = line.indexOf(": ");
          event[line.slice(0, colon)] = line.slice(colon + 2);
        }
        yield event;
        from = end + 2;
      }
      rest = rest.slice(from);
    }
  } finally {
    reader.cancel().catch(() => {}); // whoever stops reading ends the query
  }
}

/** Takes pieces of JSONCompactEachRowWithNamesAndTypes: lines may be cut anywhere. */
function rowReader(on) {
  const decoder = new TextDecoder();
  let rest = "";
  let names = null;
  let types = null;
  let typed = true;
  return (piece) => {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop();
    const rows = [];
    for (const line of lines) {
      if (!line) continue;
      let row;
      try {
        row = typed ? JSON.parse(line) : [line];
      } catch {
        row = null;
      }
      if (!Array.isArray(row)) {
        // the statement names another FORMAT: its text is shown as it is
        if (!names) {
          typed = false;
          names = ["text"];
          on.columns(names, ["String"], true);
        }
        rows.push([line]);
      } else if (!typed) rows.push(row);
      else if (!names) names = row;
      else if (!types) {
        types = row;
        on.columns(names, types, false);
      } else rows.push(row);
    }
    if (rows.length) on.rows(rows);
  };
}
