// Measures the compiler: one definition in a separate process, a thousand definitions in one
// process, and recompiling one definition after it was saved.
import { build } from "esbuild";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bundleOptions } from "../esbuild-plugins.mjs";
import { interleave, median } from "./interleave.mjs";
import { timeRun } from "./programs.mjs";

const definition = (text) => `---\nname: probe\nengine:\n  model: m-1\n---\n\n${text}\n`;

/** @returns rows with a name and milliseconds; ratios are relative to the first row of each list */
export async function benchCompile({ root, home, cli, env, rounds }) {
  const folder = join(home, "compile");
  mkdirSync(join(folder, "agents"), { recursive: true });
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(folder, "agents/probe.md"), definition("Look."));
  const cold = await timeCold({ folder, cli, env, rounds });
  const many = await timeMany({ root, rounds: Math.min(rounds, 5) });
  const saved = await timeSaved({ folder, cli, env, rounds });
  return { cold, many, saved };
}

async function timeCold({ folder, cli, env, rounds }) {
  const cases = [
    { name: "node -e 0", args: ["-e", "0"] },
    {
      name: "gatehouse compile FILE --stdout",
      args: [cli, "compile", "agents/probe.md", "--stdout"],
    },
  ];
  const times = await interleave(
    cases.map(({ name, args }) => ({ name, run: () => timeRun({ args, env, cwd: folder }) })),
    rounds,
  );
  return cases.map(({ name }) => ({ name, ...readExit(times.get(name)) }));
}

function readExit({ samples, failure }) {
  return failure ? { failure } : { value: median(samples.exit) };
}

async function timeMany({ root, rounds }) {
  const outfile = join(root, ".cache/bench/compile-many.mjs");
  const entryPoints = [join(root, "scripts/bench/compile-many.ts")];
  await build({ ...bundleOptions, splitting: false, absWorkingDir: root, entryPoints, outfile });
  const out = execFileSync(process.execPath, [outfile, String(rounds)], { encoding: "utf8" });
  const { samples } = JSON.parse(out);
  return [
    { name: "yaml: parse and stringify", value: median(samples.map(({ yaml }) => yaml)) },
    { name: "gatehouse", value: median(samples.map(({ compile }) => compile)) },
  ];
}

/** Measures the time between saving a definition and the message that its pipeline was written. */
async function timeSaved({ folder, cli, env, rounds }) {
  const args = [cli, "compile", "--watch"];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  const samples = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    const printed = once(lines, "line");
    writeFileSync(join(folder, "agents/probe.md"), definition(`Look, ${round}.`));
    await printed;
    samples.push(performance.now() - from);
  }
  child.kill("SIGTERM");
  await once(child, "close");
  return [{ name: "save to pipeline", value: median(samples) }];
}
