// Measures proofs about a thousand rules, compared with a command that only reads the same rules.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { interleave, median } from "./interleave.mjs";
import { timeRun } from "./programs.mjs";

const numbers = Array.from({ length: 1000 }, (_, index) => index);

/** Rules and the claims about them, each of which holds. */
const policies = {
  paths: {
    rules: numbers.map((n) => `https://api.example.com/repos/acme/repo-${n}/**`),
    claim: ["POST https://api.example.com/**", "https://api.example.com/repos/acme/**"],
  },
  wildcards: {
    rules: numbers.map((n) => `https://api.example.com/**/a${n}*/**/b*c/*${n}`),
    claim: ["POST https://api.example.com/**/x*/**", "https://api.example.com/**/a*/**"],
  },
  hosts: {
    rules: numbers.map((n) => `https://h${n}.example.com/a/*/b-${n}/**`),
    claim: ["*", "https://*.example.com/a/**"],
  },
};

/** @returns rows with a name and milliseconds; ratios are relative to the first row */
export async function benchProve({ home, cli, env, rounds }) {
  const folder = join(home, "prove");
  mkdirSync(folder, { recursive: true });
  for (const [name, { rules }] of Object.entries(policies))
    writeFileSync(
      join(folder, `${name}.json`),
      JSON.stringify({ "ssl-bump": true, "allow-urls": rules }),
    );
  const check = [cli, "firewall", "check", "--config", "paths.json"];
  const cases = [
    { name: "gatehouse firewall check", args: check },
    ...Object.entries(policies).map(
      ([
        name,
        {
          claim: [never, except],
        },
      ]) => {
        const words = ["--config", `${name}.json`, "--never", never, "--except", except];
        return { name: `prove, ${name}`, args: [cli, "firewall", "prove", ...words] };
      },
    ),
  ];
  const times = await interleave(
    cases.map(({ name, args }) => ({ name, run: () => timeRun({ args, env, cwd: folder }) })),
    rounds,
  );
  return cases.map(({ name }) => {
    const { samples, failure } = times.get(name);
    return failure ? { name, failure } : { name, value: median(samples.exit) };
  });
}
