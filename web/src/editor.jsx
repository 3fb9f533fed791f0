// The editor: ClickHouse's words are those that the server tells.
import { acceptCompletion, autocompletion } from "@codemirror/autocomplete";
import { indentWithTab } from "@codemirror/commands";
import { sql, SQLDialect } from "@codemirror/lang-sql";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import { useEffect, useRef } from "preact/hooks";
import { ask } from "./server.js";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.standard(tags.name)], color: "var(--code-type)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "14px", backgroundColor: "var(--sheet)", color: "var(--ink)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--sheet)", color: "var(--quiet)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection)" },
  ".cm-tooltip": { backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-panels": { backgroundColor: "var(--ground)", color: "var(--ink)" },
});

let words = null; // of the server, once for the page

/** Forgets what was told to another user. */
export function forgetWords() {
  words = null;
}

async function wordsOfServer() {
  words ??= ask(
    "SELECT word, context, belongs FROM system.completions WHERE context != 'aggregate function combinator pair'",
  ).catch(() => {
    words = null;
    return [];
  });
  return words;
}

const KINDS = { function: "function", keyword: "keyword", table: "class", column: "property", database: "namespace", "data type": "type", "table function": "function", format: "constant", setting: "variable" };

async function offer(context) {
  const before = context.matchBefore(/[\w.`]*/);
  if (!context.explicit && before.to - before.from < 2) return null;
  const known = await wordsOfServer();
  const dot = before.text.lastIndexOf(".");
  const owner = dot < 0 ? null : before.text.slice(0, dot).split(".").at(-1).replaceAll("`", "");
  const text = context.state.doc.toString();
  const fitting = owner
    ? known.filter((one) => one.belongs === owner || (one.context === "column" && aliasOf(text, owner) === one.belongs))
    : known;
  return {
    from: before.from + dot + 1,
    validFor: /^\w*$/,
    options: fitting.map((one) => ({
      label: one.word,
      detail: one.belongs || one.context,
      type: KINDS[one.context] ?? "text",
      boost: boostOf(one, text),
    })),
  };
}

/** The table that an alias stands for in a text. */
function aliasOf(text, alias) {
  return new RegExp(`(\\w+)\`?\\s+(?:AS\\s+)?${alias.replace(/\W/g, "")}\\b`, "i").exec(text)?.[1];
}

/** Columns of tables that the text names come first, rare words last. */
function boostOf({ context, belongs }, text) {
  if (context === "column") return text.includes(belongs) ? 50 : -50;
  return { table: 40, database: 30, keyword: 20, function: 10, "data type": 0 }[context] ?? -20;
}

function dialectOf(known) {
  const all = (context) => known.filter((one) => one.context === context).map((one) => one.word.toLowerCase()).join(" ");
  return SQLDialect.define({
    keywords: all("keyword") || "select from where group by order limit with as join on insert into values",
    types: all("data type"),
    builtin: all("function"),
    backslashEscapes: true,
    hashComments: true,
    doubleDollarQuotedStrings: true,
    identifierQuotes: "`\"",
    operatorChars: "*+-%<>!=&|~^/?:",
  });
}

/** The editor of one text, which it alone changes. `hold.view` is the view, for whoever wants to know the selection. */
export function Editor({ text, change, run, runAll, hold }) {
  const box = useRef(null);
  const now = useRef({});
  now.current = { change, run, runAll };
  useEffect(() => {
    const language = new Compartment();
    const command = (name) => () => {
      now.current[name]();
      return true;
    };
    const nonce = document.querySelector("meta[name=style-nonce]").content;
    const view = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(nonce),
          Prec.highest(keymap.of([
            { key: "Mod-Enter", run: command("run") },
            { key: "Shift-Mod-Enter", run: command("runAll") },
            { key: "Tab", run: acceptCompletion },
          ])),
          basicSetup,
          keymap.of([indentWithTab]),
          language.of(sql({ dialect: dialectOf([]) })),
          autocompletion({ override: [offer], maxRenderedOptions: 60 }),
          syntaxHighlighting(colours),
          look,
          placeholder("SELECT … — Ctrl+Enter runs the statement at the cursor, or the selection"),
          EditorView.contentAttributes.of({ "aria-label": "Statements" }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            now.current.change(update.state.doc.toString());
          }),
        ],
      }),
    });
    hold.view = view;
    wordsOfServer().then((known) => {
      if (known.length) view.dispatch({ effects: language.reconfigure(sql({ dialect: dialectOf(known) })) });
    });
    return () => view.destroy();
  }, []);

  return <div class="editor" ref={box} />;
}

/** Marks the place of an error in the text, or takes the mark away. */
export function mark(view, place, message) {
  const { doc } = view.state;
  const from = Math.min(Math.max(place ?? 0, 0), doc.length);
  const word = /^\w+|^./.exec(doc.sliceString(from, from + 80))?.[0].length ?? 0;
  const marks = place === null ? [] : [{ from: word ? from : Math.max(0, from - 1), to: from + word, severity: "error", message }];
  view.dispatch(setDiagnostics(view.state, marks));
  if (marks.length) view.dispatch({ selection: { anchor: marks[0].from }, scrollIntoView: true });
}
