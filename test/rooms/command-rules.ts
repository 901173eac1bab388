import type { Edge } from "./import-graph.ts";
import { isNode, runningPlacesOf } from "./syntax.ts";
import type { Node, Source } from "./syntax.ts";

/**
 * What reads or writes, and the commands that load it all the same. Any other command takes it from the room whose
 * business it is.
 */
export const handedOn: Readonly<Record<string, readonly string[]>> = {
  // Reads that a flow gets as they are: nothing is chosen from them here.
  "src/forge/resources/apps.ts": ["src/commands/setup-deps.ts"],
  "src/forge/resources/users.ts": ["src/commands/scope-deps.ts", "src/commands/remove-deps.ts"],
  "src/forge/resources/repositories.ts": ["src/commands/run-wizard.ts"],
  // Files that the command line names: facts and answers to read, and where the outcome is printed to.
  "node:fs/promises": [
    "src/commands/outcomes/write-exposure.ts",
    "src/commands/firewall/run-setup.ts",
  ],
  "src/shared/json-file.ts": [
    "src/commands/open-prompter.ts",
    "src/commands/outcomes/write-exposure.ts",
    "src/commands/firewall/setup-deps.ts",
  ],
  // A trial is a run of this program, as a person would start it: its log lies in a folder of the trial's own.
  "node:fs": ["src/commands/firewall/run-trial.ts"],
  "src/shared/run-command.ts": [
    "src/commands/firewall/run-trial.ts",
    "src/commands/firewall/doctor.ts",
  ],
  // One wizard at a time for a journal, from before the first question to after the last.
  "src/shared/file-lock.ts": [
    "src/commands/run-wizard.ts",
    "src/commands/run-engine.ts",
    "src/commands/set-up-proofs.ts",
    "src/commands/firewall/run-setup.ts",
  ],
  // Where the program begins: it chooses by which way a host is asked.
  "src/forge/send-once.ts": [
    "src/commands/admit-mint.ts",
    "src/commands/connect.ts",
    "src/commands/engine-deps.ts",
    "src/commands/precompute.ts",
    "src/commands/run-admit.ts",
    "src/commands/run-fleet-check.ts",
    "src/commands/run-outputs.ts",
    "src/commands/run-token.ts",
  ],
};

const acting = new RegExp(
  [
    /^src\/forge\/(resources\/|forge-cli\.ts|send-[a-z]+\.ts|transport\.ts|read\.ts|pages\.ts)/,
    /^src\/shared\/(json-file|free-name|file-lock|run-command)\.ts$/,
    /^node:(fs|child_process|http|https|http2|net|tls|dgram)(\/|$)/,
    /^(execa|undici|open|keytar|@octokit\/.*)$/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

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

/** How such a function is called here. */
const judging = new RegExp(
  `^(${[
    "is|are|was|were|has|had|can|could|may|might|must|should|will|would|does|did",
    "needs|wants|allows|accepts|refuses|rejects|covers|fits|matches|meets|suits|suffices|qualifies",
    "judge|decide|choose|pick|select|assess|evaluate|rate|weigh",
  ].join("|")})([A-Z]|$)`,
);

/** The functions of a file that answer a question, by the names that such functions have. */
export function findVerdicts(source: Source): string[] {
  return runningPlacesOf(source)
    .flatMap(({ node }) => functionName(node) ?? [])
    .filter((name) => judging.test(name))
    .map((name) => `${source.path}: ${name}`)
    .filter((judgement) => !asked.includes(judgement));
}

/** The name that a function or a method gets where it is written. A field of deps only hands on what a room knows. */
function functionName({ type, id, key, init }: Node): string | undefined {
  if (type === "FunctionDeclaration" || type === "FunctionExpression") return nameOf(id);
  if (type === "MethodDefinition") return nameOf(key);
  const isFunction = isNode(init) && /^(Arrow)?FunctionExpression$/.test(init.type);
  return type === "VariableDeclarator" && isFunction ? nameOf(id) : undefined;
}

function nameOf(id: unknown): string | undefined {
  return isNode(id) && id.type === "Identifier" ? String(id["name"]) : undefined;
}
