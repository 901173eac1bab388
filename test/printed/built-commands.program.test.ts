import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compilerSteps } from "../pty/next-steps/compiler-steps.ts";
import { exposureEndings } from "../pty/next-steps/exposure-endings.ts";
import { firewallSteps } from "../pty/next-steps/firewall-steps.ts";
import { foundApps } from "../pty/next-steps/found-apps.ts";
import { foundPats } from "../pty/next-steps/found-pats.ts";
import { foundScopes } from "../pty/next-steps/found-scopes.ts";
import { machineSteps } from "../pty/next-steps/machine-steps.ts";
import { planeEndings } from "../pty/next-steps/plane-endings.ts";
import { rotationEndings } from "../pty/next-steps/rotation-endings.ts";
import { setupEndings } from "../pty/next-steps/setup-endings.ts";
import { stepSteps } from "../pty/next-steps/step-steps.ts";
import { listSources } from "../rooms/import-graph.ts";
import { findBuilt, findDescriptions } from "./built-commands.ts";
import { explainFault } from "./check-printed.ts";
import { notRun, notRunBuilds } from "./not-run.ts";

const situations = [
  ...compilerSteps,
  ...exposureEndings,
  ...firewallSteps,
  ...foundApps,
  ...foundPats,
  ...foundScopes,
  ...machineSteps,
  ...planeEndings,
  ...rotationEndings,
  ...setupEndings,
  ...stepSteps,
];

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = listSources(root, ["src", "flows", "components", "emulator"])
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
  .filter(({ text }) => /CommandLine\(|ommand\w*\(|typedWith\(|\bcommand:/.test(text));
const built = sources.flatMap(findBuilt).filter(({ words }) => words.length > 0);
const descriptions = [...new Set(sources.flatMap(findDescriptions))];

test.each(built.map((each) => [`${each.path}: ${each.words.join(" ")}`, each] as const))(
  "the command exists with its options and arguments: %s",
  async (_, { words, isOpen }) => {
    // A verb that is a variable belongs to a type that lists the verbs.
    const [verb] = words;
    const fault =
      verb === "…"
        ? undefined
        : await explainFault(words.map((word) => (word === "…" ? "example" : word)));
    const isIncomplete = isOpen && /missing required|not specified|only a group/.test(fault ?? "");
    expect(isIncomplete ? undefined : fault).toBeUndefined();
  },
);

test("each text that describes a command is in a situation that runs it, or has a reason", () => {
  const run = [...situations.flatMap(({ steps }) => Object.keys(steps)), ...Object.keys(notRun)];
  const isKnown = (text: string) => run.some((each) => toPattern(text).test(each));
  expect(descriptions.filter((text) => !isKnown(text))).toEqual([]);
  expect(Object.keys(notRun).filter((text) => !descriptions.includes(text))).toEqual([]);
});

test("each command that is built without such a text has a reason", () => {
  const bare = built.filter(({ hint }) => hint === undefined);
  const keys = bare.map(({ path, words }) => `${path}: ${words.join(" ")}`);
  expect(keys.filter((key) => !Object.hasOwn(notRunBuilds, key))).toEqual([]);
  expect(Object.keys(notRunBuilds).filter((key) => !keys.includes(key))).toEqual([]);
});

/** Converts a text of the sources, with `…` for interpolated values, to a pattern. */
function toPattern(text: string): RegExp {
  const parts = text.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
