// Compiles a thousand definitions in one process. The time is compared with that of `yaml`, which
// parses each definition and stringifies its pipeline.
import { parse, parseDocument, stringify } from "yaml";
import { compileSource } from "../../src/compiler/compile-source.ts";
import { mintScript, revokeScript } from "../../src/compiler/scripts/embedded-scripts.ts";

const many = 1000;
const settings = {
  brand: "forge",
  gatehouse: { source: "npm:gatehouse-cli@0.1.0", integrity: `tree-sha512-${"A".repeat(86)}==` },
  engine: {
    releases: "https://engines.example/releases",
    version: "1.0.47",
    archive: "agent-linux-{machine}.tar.gz",
    program: "agent",
    sha256: { x64: "1".repeat(64), arm64: "2".repeat(64) },
  },
  node: "22.x",
} as const;
const programs = { mint: mintScript, revoke: revokeScript };

const frontMatters = Array.from(
  { length: many },
  (_, at) => `name: probe-${at}
description: Agent number ${at}.
engine:
  model: model-${at % 7}
  timeout-minutes: ${10 + (at % 50)}
  args: [--level=${at % 3}]
  env: { NUMBER: "${at}" }
${at % 2 ? `  forge-app-token: { app-id: ${1000 + at}, owner: acme, repositories: [web, api] }\n` : ""}network:
  allowed: [a${at}.example, b.example]
on: { schedule: "0 6 * * 1-5" }
steps:
  - bash: |
      echo one ${at}
      echo two
safe-outputs:
  issue: { max: 2 }
  comment: { require-approval: true }
`,
);
const sources = frontMatters.map((yaml, at) => ({
  yaml,
  bytes: Buffer.from(`---\n${yaml}---\n\nInspect number ${at}.\n`),
  name: `agents/probe-${at}.md`,
}));

const compileAll = () =>
  sources.map(({ bytes, name }) => {
    const { text } = compileSource(bytes, { settings, programs, source: name, version: "0.1.0" });
    if (text === undefined) throw new Error(`${name} does not compile`);
    return text;
  });
const pipelines = compileAll().map((text) => parse(text) as unknown);

/** Keeps source positions, as `parseDocument` does. */
const printAll = () =>
  sources.map(({ yaml }, at) => {
    parseDocument(yaml);
    return stringify(pipelines[at], { version: "1.1", aliasDuplicateObjects: false });
  });

const time = (work: () => unknown) => {
  const from = performance.now();
  work();
  return performance.now() - from;
};
const rounds = Number(process.argv[2] ?? 3);
const samples: { readonly compile: number; readonly yaml: number }[] = [];
for (let round = 0; round < rounds; round += 1) {
  // The comparison makes each round slow, so a few rounds must be enough.
  const compile = time(compileAll);
  samples.push({ compile, yaml: time(printAll) });
}
process.stdout.write(JSON.stringify({ many, samples }));
