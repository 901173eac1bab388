import type { Edge } from "./import-graph.ts";
import { isNode, runningPlacesOf } from "./syntax.ts";
import type { Node, Source } from "./syntax.ts";

/**
 * Modules that read or write, and the commands that can load them anyway. Every other command calls a function of the
 * responsible room.
 */
export const allowedLoads: Readonly<Record<string, readonly string[]>> = {
  // Reads that the command passes to a flow unchanged.
  "src/forge/resources/apps.ts": ["src/commands/setup-deps.ts"],
  "src/forge/resources/organizations.ts": ["src/commands/scope-deps.ts"],
  "src/forge/resources/users.ts": ["src/commands/scope-deps.ts", "src/commands/remove-deps.ts"],
  "src/forge/resources/repositories.ts": ["src/commands/run-wizard.ts"],
  // Files from the command line: facts and answers to read, and the output file.
  "node:fs/promises": [
    "src/commands/outcomes/write-exposure.ts",
    "src/commands/firewall/run-setup.ts",
  ],
  "src/shared/json-file.ts": [
    "src/commands/open-prompter.ts",
    "src/commands/outcomes/write-exposure.ts",
    "src/commands/firewall/setup-deps.ts",
  ],
  // A trial starts this program like an operator would, with its log in a temporary folder.
  "node:fs": ["src/commands/firewall/run-trial.ts"],
  "src/shared/run-command.ts": [
    "src/commands/firewall/run-trial.ts",
    "src/commands/firewall/doctor.ts",
  ],
  // The command locks the journal from before the first question until after the last.
  "src/shared/file-lock.ts": [
    "src/commands/run-wizard.ts",
    "src/commands/run-engine.ts",
    "src/commands/set-up-proofs.ts",
    "src/commands/firewall/run-setup.ts",
  ],
  // The command chooses how requests are sent.
  "src/forge/send-once.ts": [
    "src/commands/admit-mint.ts",
    "src/commands/connect.ts",
    "src/commands/engine-deps.ts",
    "src/commands/firewall/run-minted.ts",
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

/** Reports each command that loads a module that reads or writes. Types are allowed. */
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
      .map((from) => `${from} no longer loads ${to}: remove it from the list`),
  );
  return [
    ...loads
      .filter(({ from, to }) => !exceptions[to]?.includes(from))
      .map(
        ({ from, to, kind }) => `${from} loads ${to} (${kind}): call a function of a room instead`,
      ),
    ...unused,
  ];
}

/** Exceptions. This function only selects the text of an error about the port. */
const asked = ["src/commands/emulator.ts: isPortRefusal"];

/** Names of functions that decide something. */
const judging = new RegExp(
  `^(${[
    "is|are|was|were|has|had|can|could|may|might|must|should|will|would|does|did",
    "needs|wants|allows|accepts|refuses|rejects|covers|fits|matches|meets|suits|suffices|qualifies",
    "judge|decide|choose|pick|select|assess|evaluate|rate|weigh",
  ].join("|")})([A-Z]|$)`,
);

/** Returns the functions of a file that decide something, according to their names. */
export function findVerdicts(source: Source): string[] {
  return runningPlacesOf(source)
    .flatMap(({ node }) => functionName(node) ?? [])
    .filter((name) => judging.test(name))
    .map((name) => `${source.path}: ${name}`)
    .filter((outcome) => !asked.includes(outcome));
}

/** Returns the name of a function or method. Fields of deps are ignored: they only pass on functions of rooms. */
function functionName({ type, id, key, init }: Node): string | undefined {
  if (type === "FunctionDeclaration" || type === "FunctionExpression") return nameOf(id);
  if (type === "MethodDefinition") return nameOf(key);
  const isFunction = isNode(init) && /^(Arrow)?FunctionExpression$/.test(init.type);
  return type === "VariableDeclarator" && isFunction ? nameOf(id) : undefined;
}

function nameOf(id: unknown): string | undefined {
  return isNode(id) && id.type === "Identifier" ? String(id["name"]) : undefined;
}
