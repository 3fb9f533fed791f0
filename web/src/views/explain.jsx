// The plan of a statement: its steps, what each index left, and what Spark and the kernel are told to do.
import { useEffect, useState } from "preact/hooks";
import { count } from "../format.js";
import { askText } from "../server.js";
import { Bar, Copy, Problem, Tabs } from "../ui.jsx";

const withParameters = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [`param_${name}`, value]));

export function Explained({ statement, parameters, database, close }) {
  const [how, setHow] = useState("plan");
  const [plan, setPlan] = useState(null);
  const [pipeline, setPipeline] = useState("");
  const [error, setError] = useState(null);
  useEffect(() => {
    if (!statement) return undefined;
    const leave = new AbortController();
    const settings = { database, ...withParameters(parameters) };
    const go = async () => {
      setError(null);
      try {
        const bare = statement.replace(/\s+FORMAT\s+\w+\s*$/i, "");
        setPlan(JSON.parse(await askText(`EXPLAIN indexes = 1, json = 1 ${bare}`, settings, leave.signal)));
        setPipeline(await askText(`EXPLAIN PIPELINE ${bare}`, settings, leave.signal));
      } catch (found) {
        if (!leave.signal.aborted) setError(found);
      }
    };
    go();
    return () => leave.abort();
  }, [statement, JSON.stringify(parameters), database]);
  return (
    <div class="explained">
      <div class="bar-of-tools">
        <Tabs label="Explain" at={how} go={setHow} of={[["plan", "Plan"], ["stages", "Spark stages and kernel SQL"]]} />
        <span class="actions"><button type="button" onClick={close}>Back to the result</button></span>
      </div>
      {!statement && <p class="quiet">There is no statement at the cursor.</p>}
      {error && <Problem error={error} />}
      {!error && how === "plan" && plan && <ul class="tree">{plan.map((one, i) => <Step key={i} of={one.Plan} />)}</ul>}
      {!error && how === "stages" && <Stages text={pipeline} />}
    </div>
  );
}

function Step({ of }) {
  const indexes = of.Indexes ?? [];
  const first = indexes[0];
  const rest = Object.entries(of).filter(([name, value]) => !["Node Type", "Node Id", "Description", "Plans", "Indexes"].includes(name) && typeof value !== "object");
  return (
    <li>
      <div class="step">
        <strong>{of["Node Type"]}</strong> {of.Description && <span class="quiet">{of.Description}</span>}
        {rest.map(([name, value]) => <span class="quiet" key={name}>{` ${name}: ${value}`}</span>)}
        {first && (
          <div class="prunings">
            {indexes.map((index, i) => (
              <div class="pruning" key={i}>
                <span>{index.Type}{index.Name ? ` ${index.Name}` : ""}</span>
                <Bar value={index["Selected Parts"]} whole={first["Initial Parts"]} label={`${count(index["Selected Parts"])} of ${count(first["Initial Parts"])} parts`} />
                <Bar value={index["Selected Granules"]} whole={first["Initial Granules"]} label={`${count(index["Selected Granules"])} of ${count(first["Initial Granules"])} granules`} />
                <code class="quiet">{index.Condition ?? ""}</code>
              </div>
            ))}
          </div>
        )}
      </div>
      {of.Plans && <ul>{of.Plans.map((one, i) => <Step key={i} of={one} />)}</ul>}
    </li>
  );
}

/** EXPLAIN PIPELINE, stage by stage. */
function Stages({ text }) {
  const pieces = text.split(/\n(?=Stage \d+)/).filter((piece) => piece.trim());
  return pieces.map((piece, i) => (
    <details key={i} class="stage" open={i < 3}>
      <summary>{piece.split("\n")[0]}</summary>
      <Copy text={piece} />
      <pre tabIndex={0}>{piece.split("\n").slice(1).join("\n") || piece}</pre>
    </details>
  ));
}
