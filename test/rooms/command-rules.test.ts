import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findActingCommands, findVerdicts, allowedLoads } from "./command-rules.ts";
import { listSources, readImports } from "./import-graph.ts";
import type { Edge } from "./import-graph.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const commands = () => listSources(root, ["src/commands"]);

describe("a command is options → a flow → a printed outcome", () => {
  test("no command reads or writes directly, except for listed reasons", async () => {
    expect(findActingCommands(await readImports(root, commands()), allowedLoads)).toEqual([]);
  });

  test("no command has a function that makes a decision", () => {
    const texts = commands().map((path) => ({
      path,
      text: readFileSync(join(root, path), "utf8"),
    }));
    expect(texts.flatMap(findVerdicts)).toEqual([]);
  });
});

describe("the rules report violations", () => {
  const edge = (to: string, kind: Edge["kind"] = "static"): Edge => ({
    from: "src/commands/outcomes/a.ts",
    to,
    kind,
    isPackage: !to.startsWith("src/"),
  });

  test.each([
    edge("src/forge/resources/variables.ts"),
    edge("src/forge/resources/variables.ts", "lazy"),
    edge("src/shared/json-file.ts"),
    edge("node:fs"),
    edge("node:fs/promises"),
    edge("node:child_process"),
    edge("node:https"),
    edge("src/forge/forge-cli.ts"),
    edge("src/forge/send-once.ts", "lazy"),
    edge("src/shared/run-command.ts"),
    edge("src/shared/file-lock.ts"),
    edge("execa", "lazy"),
  ])("a command that loads $to ($kind)", (found) => {
    const sentence = `${found.from} loads ${found.to} (${found.kind}): call a function of a room instead`;
    expect(findActingCommands([found], {})).toEqual([sentence]);
    expect(findActingCommands([found], { [found.to]: [found.from] })).toEqual([]);
  });

  test.each([
    edge("src/forge/resources/variables.ts", "type"),
    edge("src/forge/forge-cli.ts", "type"),
    edge("src/forge/client.ts"),
    edge("src/plane/setup/preflight.ts"),
    { ...edge("src/forge/resources/variables.ts"), from: "src/plane/scope/a.ts" },
  ])("$from can load $to ($kind)", (found) => {
    expect(findActingCommands([found], {})).toEqual([]);
  });

  test("reports an exception that is no longer needed", () => {
    const exceptions = { "node:fs": ["src/commands/a.ts"] };
    expect(findActingCommands([], exceptions)).toEqual([
      "src/commands/a.ts no longer loads node:fs: remove it from the list",
    ]);
  });

  test.each([
    "export function isComplete({ apps }: Outcome): boolean { return true; }",
    "async function hasPat(environment: string) {}",
    "function isFirst<T>(it: T) {}",
    "const evaluateProof = (proof: Proof) => proof.isNew;",
    "const canSkip: Check = async (proof) => true;",
    "const mustAsk = function () {};",
    "export function needsPat(facts: Facts) {}",
    "const shouldStop = ({ apps }: Outcome) => apps.length === 0;",
    "function mayGoOn() {}",
    "function judge(outcome: Outcome) {}",
    "const covers = (scope: Scope) => true;",
    "class Review { suffices() {} }",
  ])("%s", (text) => {
    expect(findVerdicts({ path: "src/commands/a.ts", text })).toHaveLength(1);
  });

  test.each([
    "const isTty = process.stdin.isTTY;",
    "function issueKey() {}",
    "function mayorOf() {}",
    "const needs = decision.needs;",
    "const deps = { isRefused: (token: Secret) => isTokenRefused(token) };",
    "hasPat(environment);",
  ])("%s decides nothing", (text) => {
    expect(findVerdicts({ path: "src/commands/a.ts", text })).toEqual([]);
  });
});
