// Where statements begin and end, and what they ask for: only as much of the language as an editor needs.

const COMMENT_OR_TEXT = /--[^\n]*|#[! ][^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|`(?:[^`\\]|\\[\s\S])*(?:`|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|;/g;

/** Statements with their places: a semicolon inside of text or a comment ends none. */
export function statements(text) {
  const found = [];
  let from = 0;
  const take = (to) => {
    const piece = text.slice(from, to);
    if (bare(piece).trim()) {
      const lead = piece.length - piece.trimStart().length;
      found.push({ text: piece.trim(), from: from + lead, to: from + piece.trimEnd().length });
    }
  };
  for (const match of text.matchAll(COMMENT_OR_TEXT)) {
    if (match[0] !== ";") continue;
    take(match.index);
    from = match.index + 1;
  }
  take(text.length);
  return found;
}

/** The statement in which a place of the text is, or the last one before it. */
export function statementAt(text, place) {
  const all = statements(text);
  return all.find((one) => place <= one.to + 1) ?? all.at(-1) ?? null;
}

/** A statement without its comments and texts. */
export const bare = (text) =>
  text.replace(COMMENT_OR_TEXT, (piece) => (/^['"`$]/.test(piece) ? piece[0] + piece[0] : piece === ";" ? ";" : " "));

/** The parameters `{name:Type}` of a statement. */
export function parametersOf(text) {
  const found = new Map();
  for (const [, name, type] of bare(text).matchAll(/\{\s*(\w+)\s*:\s*([^{}]+?)\s*\}/g)) found.set(name, type);
  return [...found].map(([name, type]) => ({ name, type }));
}

export const isSelect = (text) => /^\s*(?:\(\s*)*(?:SELECT|WITH|FROM)\b/i.test(bare(text));

/** Whether a statement holds what nobody else should see: it is not put into addresses. */
export const hasSecret = (text) =>
  /\bIDENTIFIED\b|\bpassword\b|secret|access_key|credentials|\b(?:s3|gcs|oss|cosn|azureBlobStorage|mysql|postgresql|remote|remoteSecure|encrypt|decrypt)\w*\s*\(/i.test(text);
