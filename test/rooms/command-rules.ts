import type { Edge } from "./import-graph.ts";

/**
 * What reads or writes, and the commands that load it all the same. Any other command takes it from the room whose
 * business it is.
 */
export const handedOn: Readonly<Record<string, readonly string[]>> = {
  // Reads that a flow gets as they are: nothing is chosen from them here.
  "src/forge/resources/apps.ts": ["src/commands/setup-deps.ts"],
  "src/forge/resources/installations.ts": ["src/commands/setup-deps.ts"],
  "src/forge/resources/repository-facts.ts": ["src/commands/scope-deps.ts"],
  "src/forge/resources/users.ts": ["src/commands/scope-deps.ts"],
  "src/forge/resources/repositories.ts": ["src/commands/run-wizard.ts"],
  // Files that the command line names: facts and answers to read, and where the outcome is printed to.
  "node:fs/promises": ["src/commands/profile.ts", "src/commands/outcomes/write-exposure.ts"],
  "src/shared/json-file.ts": [
    "src/commands/open-prompter.ts",
    "src/commands/outcomes/write-exposure.ts",
  ],
};

const acting = /^(src\/forge\/resources\/|src\/shared\/json-file\.ts$|node:fs(\/|$))/;

/** One sentence for each command that loads what reads or writes; a type does neither. */
export function findActingCommands(
  edges: readonly Edge[],
  exceptions: Readonly<Record<string, readonly string[]>>,
): string[] {
  const loads = edges.filter(
    ({ from, to, kind }) => from.startsWith("src/commands/") && kind !== "type" && acting.test(to),
  );
  const unused = Object.entries(exceptions).flatMap(([to, files]) =>
    files
      .filter((from) => !loads.some((edge) => edge.from === from && edge.to === to))
      .map((from) => `${from} does not load ${to} any more: take it off the list`),
  );
  return [
    ...loads
      .filter(({ from, to }) => !exceptions[to]?.includes(from))
      .map(({ from, to, kind }) => `${from} loads ${to} (${kind}): a room does that for it`),
    ...unused,
  ];
}

/** Whether an error is of the system and about the port is asked for the error's own words. */
const asked = ["src/commands/emulator.ts: isPortRefusal"];

/** The functions of a file that answer a question, by the names that such functions have here. */
export function findJudgements({ path, text }: { path: string; text: string }): string[] {
  const names = text.matchAll(
    /\b(?:function|const) ((?:is|has|can|covers|judge|decide)[A-Z]\w*)(?= ?\(| = (?:async )?\(.*=>)/g,
  );
  return [...names]
    .map(([, name]) => `${path}: ${name}`)
    .filter((judgement) => !asked.includes(judgement));
}
