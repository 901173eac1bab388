import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { on } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { enginesIn } from "../../../scripts/machine/engines.mjs";
import { readAppCeiling, writeAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { root } from "../../build-for-run.ts";
import { createApp, installApp, openForge } from "../../emulator/open-forge.ts";
import type { EmulatorOptions } from "../../../emulator/emulator.ts";
import { listProcesses } from "../../process-tree.ts";
import { casesOf } from "../../sample.ts";
import { machine } from "../machine.ts";
import { openLab, type Lab, type Started } from "./lab.ts";
import { serveForge } from "./origins/forge-front.ts";
import { modelAnswer, modelKey } from "./origins/models.ts";
import { readUntil } from "./read-until.ts";
import { holds, isInside } from "./search-memory.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.origins.asked.length = 0;
  lab.origins.handlers.length = 0;
});

const npmToken = "npm_a-token-that-stays-outside-0123456789";

const rules = `
ssl-bump: true
allow-urls:
  - https://api.github.com/**
  - https://github.com/acme/web.git/**
  - https://a.test/**
  - https://api.openai.com/v1/**
  - https://generativelanguage.googleapis.com/v1beta/models/**
credentials:
  - url: https://api.github.com/repos/acme/**
    methods: [GET, HEAD]
    from: { app: read, repositories: [acme/web] }
  - url: https://github.com/acme/web.git/**
    from: { app: write, permissions: { contents: write } }
  - url: https://a.test/ok/npm/**
    from: { env: NPM_TOKEN }
  - url: https://api.openai.com/v1/**
    from: { env: COPILOT_PROVIDER_API_KEY }
  - url: https://generativelanguage.googleapis.com/v1beta/models/**
    from: { env: GEMINI_API_KEY }
    header: x-goog-api-key
`;

const identity = `-c user.name=Mona -c user.email=mona@acme.example`;

/** Programs that run one after another; each has a credential of its own. */
const clients = {
  "git clone": `git clone -q https://github.com/acme/web.git web && cat web/README`,
  "git push": `cd web && git switch -qc agent/1 && echo more >> README &&
    git ${identity} commit -qam Second && git push -q origin agent/1 && git ls-remote --heads`,
  "gh api": `/gh api repos/acme/web --jq .full_name`,
  npm: `npm install --no-audit --registry https://a.test/ok/npm small && node -p 'require("small")'`,
};

const agents = {
  gemini: ["-m", "gemini-2.5-flash", "-p", "hi"],
  copilot: ["-p", "hi"],
};

const engines = enginesIn(join(root, ".cache/engines"));
const agentsHere = casesOf<keyof typeof agents>({ usual: ["gemini"], all: ["gemini", "copilot"] });

/** Returns a forge with both Apps, the options of a run, and a search in its processes. */
async function prepare(forgeOptions: EmulatorOptions = {}) {
  const forge = await openForge(forgeOptions);
  const names = ["acme/web"];
  const [read, write] = [
    await createApp(forge, { name: "reader", default_permissions: readAppCeiling }),
    await createApp(forge, { name: "writer", default_permissions: writeAppCeiling }),
  ];
  await installApp(forge, read, names);
  await installApp(forge, write, names);
  const folders = lab.makeFolders();
  const served = join(dirname(folders.work), "served");
  mkdirSync(served);
  const file = join(folders.logs, "rules.yml");
  writeFileSync(file, rules);
  const sha256 = createHash("sha256").update(rules).digest("hex");
  lab.origins.handlers.push(serveForge({ apiUrl: forge.emulator.apiUrl, folder: served }));
  const env = {
    CP_FORGE_READ_APP_ID: read.clientId,
    CP_FORGE_READ_APP_PRIVATE_KEY: read.pem,
    CP_FORGE_WRITE_APP_ID: write.clientId,
    CP_FORGE_WRITE_APP_PRIVATE_KEY: write.pem,
    FORGE_API_URL: forge.emulator.apiUrl,
    NPM_TOKEN: npmToken,
    GEMINI_API_KEY: modelKey,
    COPILOT_PROVIDER_API_KEY: modelKey,
  };
  const options = ["--config", file, "--approved-rules", sha256];
  return { env, options, folders };
}

/** Returns the value of every credential that reached an origin. */
function readCredentials(): string[] {
  const headers = lab.origins.asked.flatMap(({ headers: sent }) => [
    sent.authorization ?? [],
    sent["x-goog-api-key"] ?? [],
  ]);
  const values = headers.flat().map((header) => header.replace(/^(?:Basic|Bearer) /, ""));
  return [...new Set(values.flatMap((value) => [value, decode(value)]))].filter(Boolean);
}

function decode(value: string): string {
  return /^[^:]+:(.+)$/.exec(Buffer.from(value, "base64").toString("latin1"))?.[1] ?? "";
}

/** Returns each half of each text, because a part of a secret must not be found either. */
function halve(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const middle = Math.floor(text.length / 2);
    return [text.slice(text.startsWith("ghs_") ? 4 : 0, middle + 4), text.slice(middle)];
  });
}

/** Returns the processes inside that contain one of the texts. */
function findHolders({ child }: Started, texts: readonly string[]): number[] {
  const inside = listProcesses(child.pid ?? 0).filter(isInside);
  return inside.filter((pid) => holds(pid, ...texts));
}

test("git, gh, npm and an agent work, and no process inside has a credential", async () => {
  const { env, options, folders } = await prepare();
  const used = agentsHere.map((name) => {
    const { folder, program } = engines.find((each) => each.name === name) ?? {};
    if (!folder || !program) throw new Error(`${name} is unknown`);
    const at = `/${name}${program.slice(folder.length)}`;
    const words = agents[name].map((word) => `'${word}'`).join(" ");
    const asking = `${program.endsWith(".js") ? "node " : ""}${at} ${words} </dev/null`;
    return { mount: ["--mount", `${folder}:/${name}:ro`], asking };
  });
  const gh = ["--mount", `${machine().gh}:/gh:ro`];
  const settings = [
    "COPILOT_PROVIDER_BASE_URL=https://api.openai.com/v1",
    "COPILOT_MODEL=gpt-5",
    "COPILOT_OFFLINE=true",
    "GEMINI_CLI_TRUST_WORKSPACE=true",
  ].flatMap((each) => ["--env", each]);
  const outside = `curl -sS https://api.github.com/meta -o /dev/null;
    curl -sS https://a.test/other -o /dev/null;
    curl -sS -X POST https://api.github.com/repos/acme/web/issues -o /dev/null`;
  const steps = [...Object.values(clients), ...used.map(({ asking }) => asking), outside];
  const script = `${steps.map((step) => `( ${step} ) || exit 9`).join("\n")}
env; echo ready; read line`;
  const started = lab.start(["sh", "-c", script], {
    env,
    options: [...options, ...gh, ...settings, ...used.flatMap(({ mount }) => mount)],
    folders,
    keepsStdin: true,
  });
  // Each client waits for its response while its processes are searched.
  const found: { readonly url: string; readonly pid: number }[] = [];
  lab.origins.handlers.unshift(({ host, url, headers }) => {
    if (!headers.authorization && !headers["x-goog-api-key"]) return false;
    const holders = findHolders(started, halve([...readCredentials(), env.NPM_TOKEN, modelKey]));
    found.push(...holders.map((pid) => ({ url: `${host}${url}`, pid })));
    return false;
  });
  const out = await readUntil(started, /^ready$/m);
  onTestFailed(() => void process.stderr.write(out));
  expect(found).toEqual([]);
  expect(out).toContain("cloned whole");
  expect(out).toContain("refs/heads/agent/1");
  expect(out).toContain("acme/web\n");
  expect(out).toContain("installed by npm");
  expect(out.split(modelAnswer)).toHaveLength(used.length + 1);

  const credentials = readCredentials();
  const tokens = credentials.filter((each) => each.startsWith("ghs_"));
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  expect(credentials).toEqual(expect.arrayContaining([env.NPM_TOKEN, modelKey]));
  const wanted = halve(credentials);
  expect(findHolders(started, wanted)).toEqual([]);
  expect(findHolders(started, ["kept-outside-by-gatehouse"]).length).toBeGreaterThan(0);
  expect(findFiles(started, wanted)).toEqual([]);
  expect(findFiles(started, ["cloned whole"]).length).toBeGreaterThan(0);
  const uncovered = ["/meta", "/other", "/repos/acme/web/issues"];
  const outsideRules = lab.origins.asked.filter(({ url }) => uncovered.includes(url));
  expect(outsideRules.map(({ headers }) => headers.authorization ?? "none")).toEqual(
    uncovered.map(() => "none"),
  );
  started.child.stdin?.end("\n");
  expect((await started.ended).code).toBe(0);
});

/** Returns the files that the command can read in the usual directories and that contain a text. */
function findFiles({ child }: Started, texts: readonly string[]): string[] {
  const [pid = 0] = listProcesses(child.pid ?? 0).filter(isInside);
  const folders = ["home", "root", "tmp", "run", "var", "etc", "opt"];
  const below = folders.map((name) => `/proc/${pid}/root/${name}`);
  const patterns = texts.flatMap((text) => ["-e", text]);
  const all = [...patterns, ...below, `/proc/${pid}/root${lab.folder}`];
  // It exits with 1 or 2 if nothing was found or a directory does not exist.
  const { stdout } = spawnSync("grep", ["-rlaFs", "--devices=skip", ...all], { encoding: "utf8" });
  return stdout.split("\n").filter(Boolean);
}

/** Loaded before gatehouse: its clock is ahead by the milliseconds in a file, which can change. */
const shiftClock = `
import { readFileSync } from "node:fs";
const RealDate = Date;
const { now } = Date;
const { CLOCK_FILE: file } = process.env;
Date.now = () => now() + Number(readFileSync(file, "utf8"));
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now()] : given));
  }
};
`;

test("a run of three hours renews its tokens, and no request fails", async () => {
  const clock = { ahead: 0 };
  const { env, options, folders } = await prepare({
    clock: () => new Date(Date.now() + clock.ahead),
  });
  const file = join(folders.logs, "clock");
  const setClock = (minutes: number) => {
    clock.ahead = minutes * 60_000;
    writeFileSync(file, String(clock.ahead));
  };
  setClock(0);
  // Certificates of the session are created by the clock of gatehouse, which is ahead.
  const request = "curl -skw '%{http_code}\\n' -o /dev/null https://api.github.com/repos/acme/web";
  const script = `while read line; do ${request}; done`;
  const shifted = join(folders.logs, "shift-clock.mjs");
  writeFileSync(shifted, shiftClock);
  const started = lab.start(["sh", "-c", script], {
    env: { ...env, NODE_OPTIONS: `--import ${shifted}`, CLOCK_FILE: file },
    options,
    folders,
    keepsStdin: true,
  });
  const answers = on(started.child.stdout ?? process.stdin, "data", { close: ["end"] });
  const statuses: string[] = [];
  for (let minutes = 0; minutes <= 180; minutes += 10) {
    setClock(minutes);
    started.child.stdin?.write("\n");
    const { value } = await answers.next();
    statuses.push(String(value));
  }
  started.child.stdin?.end();
  expect((await started.ended).code).toBe(0);
  expect(statuses).toEqual(Array.from({ length: 19 }, () => "200\n"));
  const tokens = new Set(lab.origins.asked.map(({ headers }) => headers.authorization));
  expect(tokens.size).toBe(4);
});
