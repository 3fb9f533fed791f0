// Uses the page as a person does, and prints what was seen, a line of JSON for each step.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const [address, database, executable, few] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: executable, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"] });
const elsewhere = new Set();
const wrong = [];

async function open(context) {
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith("data:") && !request.url().startsWith("blob:")) elsewhere.add(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !page.expected?.test(message.text())) wrong.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  return page;
}

const tell = (step, seen) => console.log(JSON.stringify([step, seen]));

async function write(page, text) {
  await page.click(".sheet:not([hidden]) .cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
  await page.keyboard.press("Escape");
}

async function run(page, text) {
  await write(page, text);
  await page.keyboard.press("Control+Enter");
}

const ended = (page) => page.waitForFunction(() => document.querySelector("button.main")?.textContent === "Run");

async function accessible(page) {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa"] }));
  return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html.slice(0, 160))]);
}

try {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await open(context);

  // The address alone leads to the page; what is typed is run; all of it by keyboard.
  await page.goto(`${address}/`);
  await page.waitForSelector(".cm-content");
  tell("address", new URL(page.url()).pathname);
  await page.selectOption(".database select", database);
  await run(page, "SELECT number AS n, toString(number % 7) AS s, if(number = 3, NULL, number / 4) AS f FROM numbers(100000)");
  await page.waitForSelector(".grid-row");
  await ended(page);
  tell("rows", await page.textContent(".ran p"));
  tell("cells", await page.$$eval(".grid-row:nth-child(4) [role=gridcell]", (cells) => cells.map((cell) => cell.textContent)));
  await page.focus(".grid");
  await page.evaluate(() => { const grid = document.querySelector(".grid"); grid.scrollTop = grid.scrollHeight; });
  await page.waitForFunction(() => [...document.querySelectorAll(".grid-row")].some((row) => row.textContent.startsWith("99999")));
  tell("in the page", (await page.$$(".grid-row")).length < 100);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  tell("picked", await page.textContent(".cell pre"));
  await page.click("role=columnheader >> text=n");
  await page.click("role=columnheader >> text=n");
  await page.waitForFunction(() => document.querySelector(".grid-row [role=gridcell]")?.textContent === "99999");
  await page.fill("input[aria-label='Filter rows']", "99998");
  tell("filtered", await page.textContent(".bar-of-tools .quiet >> nth=-1"));
  await page.click("role=tab[name=Columns]");
  tell("summary", await page.$$eval(".summary", (all) => all.map((one) => one.querySelector("p").textContent)));
  await page.click("role=tab[name=Chart]");
  await page.waitForSelector(".chart canvas");
  tell("accessible query", await accessible(page));

  // An error has its place marked.
  page.expected = /400|Bad Request/;
  await run(page, "SELECT 1,\n  , 2");
  await page.waitForSelector(".problem");
  tell("error", [(await page.textContent(".problem")).slice(0, 8), (await page.$$(".cm-lintRange-error, .cm-lintPoint-error")).length > 0]);
  page.expected = undefined;

  // A statement that has no end is cancelled.
  await run(page, "SELECT count() FROM system.numbers WHERE NOT sleepEachRow(0.01)");
  await page.click("button.main >> text=Cancel");
  await ended(page);
  tell("cancelled", (await page.textContent(".ran pre")).trim());

  // Parameters are fields; what is copied can be inserted.
  await write(page, "SELECT {a:UInt8} + 1 AS b, {t:String} AS t");
  await page.fill(".parameters label >> nth=0 >> input", "41");
  await page.fill(".parameters label >> nth=1 >> input", "it's");
  await page.click("button.main");
  await page.waitForSelector(".grid-row >> text=42");
  await page.click("text=Copy as INSERT");
  tell("insert", await page.evaluate(() => navigator.clipboard.readText()));

  // The plan of a query, and what it will read.
  await run(page, "SELECT sum(v) FROM t WHERE k = 7");
  await ended(page);
  tell("read", await page.textContent(".ran p"));
  await page.waitForSelector(".estimate");
  tell("estimate", await page.textContent(".estimate"));
  await page.click("text=Explain");
  await page.waitForSelector(".pruning");
  tell("plan", await page.$$eval(".pruning", (all) => all.map((one) => one.textContent)));
  await page.click("role=tab[name='Spark stages and kernel SQL']");
  await page.waitForSelector(".stage pre");

  for (const view of ["tables", "running", "storage", "health", "rights"]) {
    await page.click(`nav[aria-label=Views] a[href='#${view}']`);
    if (view === "tables") {
      await page.click(`.split .list >> text="t"`);
      await page.waitForSelector("td >> text=UInt64");
      await page.click("role=tab[name=CREATE]");
      await page.waitForSelector("pre >> text=CREATE TABLE");
      await page.click("role=tab[name=Sample]");
      await page.waitForSelector(".panel table");
      await page.click("role=tab[name=Parts]");
      await page.waitForSelector(".map rect");
      tell("parts", await page.$$eval(".map rect:not(.old)", (all) => all.map((one) => one.getAttribute("aria-label")).sort()));
      await page.click("text=Replay the last hours");
      await page.waitForSelector("input[type=range]");
      tell("amplification", /write amplification \d/.test(await page.textContent(".panel")));
    } else await page.waitForSelector(".panel table, .panel .grants");
    tell(`accessible ${view}`, await accessible(page));
  }
  tell("grants", await page.textContent(".grants"));

  // A narrow window, and the dark.
  await page.setViewportSize({ width: 380, height: 700 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.click("nav[aria-label=Views] a[href='#health']");
  await page.waitForSelector(".chart canvas");
  tell("narrow", await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  tell("accessible in the dark", await accessible(page));

  // Somebody with few rights sees what they allow, and why there is no more.
  page.expected = /40[13]|Forbidden|Unauthorized|50[0-9]|404/;
  await page.click("nav[aria-label=Views] a[href='#rights']");
  await page.click("text=/Log out|Log in as/");
  await page.fill("input[name=user]", few);
  await page.fill("input[name=password]", "wrong");
  await page.click("button[type=submit]");
  await page.waitForSelector("[role=alert]");
  await page.fill("input[name=password]", "small secret");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".grants");
  tell("grants of few", await page.textContent(".grants"));
  await page.click("nav[aria-label=Views] a[href='#tables']");
  await page.waitForSelector(".split summary");
  tell("tables of few", (await page.$$eval(".split .list button", (all) => all.map((one) => one.textContent))).includes("t"));
  tell("kept", await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }).includes("small secret")));
  tell("elsewhere", [...elsewhere]);
  tell("wrong", wrong);
} finally {
  await browser.close();
}
