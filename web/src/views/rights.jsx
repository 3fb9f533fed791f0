// Who is logged in, and what they may do.
import { useState } from "preact/hooks";
import { ask, loggedInAs, logIn, logOut } from "../server.js";
import { Asked, Panel, Problem, Table, useQuery } from "../ui.jsx";

/** Asks for a name and a password; they are kept in memory alone. */
export function Login({ done, reason }) {
  const [user, setUser] = useState(loggedInAs() || "default");
  const [password, setPassword] = useState("");
  const [error, setError] = useState(reason);
  const go = async (event) => {
    event.preventDefault();
    logIn(user, password);
    try {
      await ask("SELECT 1");
      done();
    } catch (found) {
      logOut();
      setError(found);
    }
  };
  return (
    <form class="login" onSubmit={go} aria-label="Log in">
      <h1>sparktree</h1>
      <label>User <input name="user" autocomplete="username" value={user} onInput={(e) => setUser(e.target.value)} /></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" value={password} onInput={(e) => setPassword(e.target.value)} /></label>
      <button type="submit" class="main">Log in</button>
      {error && <Problem error={error} />}
    </form>
  );
}

export function Rights({ shown, changed }) {
  const at = (sql) => useQuery(shown ? sql : null);
  const [me, grants, roles, profile] = [
    at("SELECT currentUser() AS user, currentDatabase() AS database, hostName() AS host, version() AS version, uptime() AS uptime, timezone() AS zone"),
    at("SHOW GRANTS"), at("SELECT role_name, is_current, is_default, with_admin_option FROM system.enabled_roles ORDER BY role_name"),
    at("SELECT name, value FROM system.settings WHERE changed AND name NOT IN ('log_queries', 'log_comment', 'async_insert', 'output_format_json_quote_64bit_integers', 'output_format_json_quote_denormals') ORDER BY name"),
  ];
  return (
    <div class="panels" hidden={!shown}>
      <Panel title="Who am I" actions={<button type="button" onClick={() => { logOut(); changed(); }}>{loggedInAs() ? "Log out" : "Log in as somebody else"}</button>}>
        <Asked of={me}>{([row]) => <Table rows={[row]} columns={[["User", (one) => <strong>{one.user}</strong>], ["Database", (one) => one.database], ["Server", (one) => `${one.host}, ${one.version}`], ["Time zone", (one) => one.zone]]} />}</Asked>
      </Panel>
      <Panel title="What I may do"><Asked of={grants} empty="Nothing was granted.">{(rows) => <ul class="grants">{rows.map((row, i) => <li key={i}><code>{Object.values(row)[0]}</code></li>)}</ul>}</Asked></Panel>
      <Panel title="Roles"><Asked of={roles} empty="None.">{(rows) => <Table rows={rows} columns={[["Role", (row) => row.role_name], ["", (row) => [row.is_current && "current", row.is_default && "default", row.with_admin_option && "may be handed on"].filter(Boolean).join(", ")]]} />}</Asked></Panel>
      <Panel title="Settings of my profile"><Asked of={profile} empty="All are as usual.">{(rows) => <Table rows={rows} columns={[["Setting", (row) => row.name], ["Value", (row) => <code>{row.value}</code>]]} />}</Asked></Panel>
    </div>
  );
}
