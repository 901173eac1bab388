import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { makeFolder } from "../../temporary-folder.ts";

/** State of a test's pipeline service. */
export interface ServiceState {
  readonly pipelines: readonly {
    readonly id: number;
    readonly name: string;
    readonly file: string;
    /** URL of the repository; `ownRepository` if omitted. */
    readonly repository?: string;
    /** Directory in the list of pipelines. */
    readonly folder?: string;
  }[];
  /** Locations that reject variables, such as `pipeline 7`. */
  readonly closed?: readonly string[];
  /** Locations that store a variable, send SIGINT to the calling program, and never answer. */
  readonly interrupting?: readonly string[];
  /** Names of variables whose values are readable there until they are stored as secrets. */
  readonly open?: readonly string[];
  /** Variables by location: `pipeline 7` or `group 3` → name → value. */
  readonly variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Every command line of its CLI. */
  readonly calls: readonly (readonly string[])[];
  /** Environment of each call, without the variables that all child processes have. */
  readonly environments: readonly Readonly<Record<string, string>>[];
}

export interface PipelineService {
  /** Directory that precedes PATH. */
  readonly bin: string;
  readonly read: () => ServiceState;
}

/** URL of the repository that the pipelines belong to. */
export const ownRepository = "https://dev.azure.com/acme/agents/_git/agents";

/** Turns a directory into a clone of that repository, or of another one. */
export function makeClone(folder: string, remote = ownRepository): void {
  for (const name of ["objects", "refs"])
    mkdirSync(join(folder, ".git", name), { recursive: true });
  writeFileSync(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
  const config = `[core]\n\trepositoryformatversion = 0\n[remote "origin"]\n\turl = ${remote}\n`;
  writeFileSync(join(folder, ".git/config"), config);
}

const program = (state: string) => `#!${execPath}
const { readFileSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
const state = JSON.parse(readFileSync(${JSON.stringify(state)}, "utf8"));
state.calls.push(args);
state.environments.push(Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(AZURE|REQUESTS|FORGE|MY_)/.test(name))));
const option = (name) => args[args.indexOf(name) + 1];
const words = args.slice(0, args.findIndex((word) => word.startsWith("--"))).join(" ");
const place = args.includes("--group-id") ? "group " + option("--group-id") : "pipeline " + option("--pipeline-id");
const own = state.variables[place] ?? {};
const fail = (text) => { console.error("ERROR: " + text); process.exit(1); };
let answer;
if (words === "pipelines list") answer = state.pipelines.map(({ id, name, folder }) => ({ id, name, path: folder ?? "\\\\" }));
else if (words === "pipelines show") {
  const found = state.pipelines.find(({ id }) => id === Number(option("--id")));
  const url = found.repository ?? ${JSON.stringify(ownRepository)};
  answer = { id: found.id, name: found.name, process: { yamlFilename: "/" + found.file }, repository: { url, type: "TfsGit" } };
} else if (words.endsWith("variable list")) {
  answer = Object.fromEntries(Object.keys(own).map((name) => [name, state.open.includes(name) ? { isSecret: null, value: own[name] } : { isSecret: true, value: null }]));
} else if (words.endsWith("variable create") || words.endsWith("variable update")) {
  const name = option("--name");
  const value = process.env["AZURE_DEVOPS_EXT_PIPELINE_VAR_" + name];
  if (state.closed.includes(place)) fail("the service is closed for " + place);
  if (args.includes("--value")) fail("a value on the command line");
  if (!value) fail("there is no terminal to ask in");
  if (words.endsWith("create") && name in own) fail("it is already stored");
  own[name] = value;
  if (option("--secret") === "true") state.open = state.open.filter((each) => each !== name);
  state.variables[place] = own;
  // The real one prints a group's value back.
  answer = { [name]: { isSecret: true, value } };
} else fail("no command: " + words);
writeFileSync(${JSON.stringify(state)}, JSON.stringify(state));
if (answer && /variable (create|update)$/.test(words) && state.interrupting.includes(place)) {
  process.kill(process.ppid, "SIGINT");
  setInterval(() => undefined, 1000);
} else console.log(JSON.stringify(answer));
`;

/**
 * Creates a stand-in for the pipeline service's own CLI. It accepts secrets only in the same form
 * as the original.
 */
export function openPipelineService(
  pipelines: ServiceState["pipelines"],
  {
    closed = [],
    interrupting = [],
    open = [],
    variables = {},
  }: Partial<Pick<ServiceState, "closed" | "interrupting" | "open" | "variables">> = {},
): PipelineService {
  const folder = makeFolder("service");
  const state = join(folder, "state.json");
  writeFileSync(
    state,
    JSON.stringify({
      pipelines,
      closed,
      interrupting,
      open,
      variables,
      calls: [],
      environments: [],
    }),
  );
  writeFileSync(join(folder, "az"), program(state), { mode: 0o755 });
  return {
    bin: folder,
    read: () => JSON.parse(readFileSync(state, "utf8")) as ServiceState,
  };
}
