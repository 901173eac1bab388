import { expect, test } from "vitest";
import { findActingFlows, findUnsteadyLines, withoutDelay } from "./flow-rules.ts";
import { findForbiddenLoads } from "./house-rules.ts";
import type { Edge } from "./import-graph.ts";

const edge = (to: string, kind: Edge["kind"] = "static"): Edge => ({
  from: "flows/setup/a.ts",
  to,
  kind,
  isPackage: !to.startsWith("src/"),
});

test.each([
  edge("src/forge/resources/apps.ts"),
  edge("src/forge/resources/apps.ts", "lazy"),
  edge("src/forge/client.ts"),
  edge("src/forge/client.ts", "lazy"),
  edge("src/forge/forge-cli.ts", "lazy"),
  edge("src/forge/pause.ts"),
  edge("src/shared/run-command.ts"),
  edge("node:timers/promises"),
  edge("node:fs", "lazy"),
])("reports a flow that loads $to ($kind)", (found) => {
  expect(findActingFlows([found])).toEqual([
    `flows/setup/a.ts loads ${found.to} (${found.kind}): add it to the flow's deps`,
  ]);
});

test.each([
  edge("src/forge/client.ts", "type"),
  edge("src/forge/web-links.ts"),
  edge("src/plane/setup/plan.ts", "lazy"),
  { ...edge("node:fs"), from: "src/plane/repository/a.ts" },
])("$from can load $to ($kind)", (found) => {
  expect(findActingFlows([found])).toEqual([]);
});

test("reports modules that a flow loads on demand through other files", () => {
  const edges = [
    edge("src/plane/repository/a.ts", "lazy"),
    { ...edge("node:fs"), from: "src/plane/repository/a.ts" },
    { ...edge("execa", "lazy"), from: "src/plane/repository/a.ts" },
  ];
  expect(
    findForbiddenLoads(withoutDelay(edges), ["flows/setup/a.ts"], ["node:fs", "execa"]),
  ).toEqual(["flows/setup/a.ts loads node:fs through src/plane/repository/a.ts"]);
});

test.each([
  "const now = Date.now();",
  "const now = Date['now']();",
  "const { now } = Date;",
  "const now = new Date();",
  "const now = new Date;",
  "const text = Date();",
  "const Clock = Date;",
  "const pick = Math.random();",
  "const pick = Math[name]();",
  "const { random } = Math;",
  "const home = process.env.HOME;",
  "const { env } = process;",
  "const id = crypto.randomUUID();",
  "const late = AbortSignal.timeout(1000);",
  "const day = new Intl.DateTimeFormat().format();",
  "const home = import.meta.dirname;",
  "const start = performance.now();",
  "setTimeout(go, 1000);",
  "const deps = { process };",
  "await fetch(address);",
])("%s does not depend only on the answers", (text) => {
  expect(findUnsteadyLines({ path: "flows/setup/a.ts", text })).toEqual([
    `flows/setup/a.ts: ${text}`,
  ]);
});

test.each([
  "const end = new Date(at);",
  "const at = Date.parse(text);",
  "const isTime = it instanceof Date;",
  "const most = Math.max(1, 2);",
  "const either = AbortSignal.any([one, other]);",
  "const now = deps.now();",
  "const left = (end: Date, now: () => Date) => end.getTime() - now().getTime();",
  "const way = { process: deps.process, crypto: 1 };",
])("%s depends only on the answers", (text) => {
  expect(findUnsteadyLines({ path: "flows/setup/a.ts", text })).toEqual([]);
});
