// Makes the page out of its sources: `make page`. The result is kept in the package, so that setting up needs no npm.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "../src/sparktree/server/page");

function files(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]));
}

// What the bundle was made of: a test compares it with the sources.
const digest = createHash("sha256");
for (const file of [...files(join(here, "src")), join(here, "package-lock.json"), join(here, "build.mjs")]) {
  digest.update(file.slice(here.length)).update("\0").update(readFileSync(file)).update("\0");
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const result = await build({
  entryPoints: { app: join(here, "src/main.jsx") },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  metafile: true,
});

const packages = new Set(
  Object.keys(result.metafile.inputs)
    .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
    .filter(Boolean),
);
const licences = [...packages].sort().map((name) => {
  const folder = join(here, "node_modules", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
writeFileSync(join(out, "LICENSES.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));
writeFileSync(join(out, "index.html"), readFileSync(join(here, "src/index.html")));
writeFileSync(join(out, "sources.sha256"), `${digest.digest("hex")}\n`);

const sizes = ["app.js", "app.css", "index.html"].map((name) => gzipSync(readFileSync(join(out, name))).length);
console.log(`${Math.ceil(sizes.reduce((a, b) => a + b) / 1024)} KiB compressed, ${packages.size} packages`);
