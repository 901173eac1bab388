import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { makeFolder } from "../../temporary-folder.ts";

/** What a test's pipeline service keeps. */
export interface ServiceState {
  readonly pipelines: readonly {
    readonly id: number;
    readonly name: string;
    readonly file: string;
  }[];
  /** `pipeline 7` or `group 3` → name → value. */
  readonly variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Every command line that its CLI was started with. */
  readonly calls: readonly (readonly string[])[];
}

export interface PipelineService {
  /** Goes before PATH. */
  readonly bin: string;
  readonly read: () => ServiceState;
}

const program = (state: string) => `#!${execPath}
const { readFileSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
const state = JSON.parse(readFileSync(${JSON.stringify(state)}, "utf8"));
state.calls.push(args);
const option = (name) => args[args.indexOf(name) + 1];
const words = args.slice(0, args.findIndex((word) => word.startsWith("--"))).join(" ");
const place = args.includes("--group-id") ? "group " + option("--group-id") : "pipeline " + option("--pipeline-id");
const own = (state.variables[place] ??= {});
const fail = (text) => { console.error("ERROR: " + text); process.exit(1); };
let answer;
if (words === "pipelines list") answer = state.pipelines.map(({ id, name }) => ({ id, name }));
else if (words === "pipelines show") {
  const found = state.pipelines.find(({ id }) => id === Number(option("--id")));
  answer = { ...found, process: { yamlFilename: "/" + found.file } };
} else if (words.endsWith("variable list")) {
  answer = Object.fromEntries(Object.keys(own).map((name) => [name, { isSecret: true, value: null }]));
} else if (words.endsWith("variable create") || words.endsWith("variable update")) {
  const name = option("--name");
  const value = process.env["AZURE_DEVOPS_EXT_PIPELINE_VAR_" + name];
  if (args.includes("--value")) fail("a value on the command line");
  if (!value) fail("there is no terminal to ask in");
  if (words.endsWith("create") && name in own) fail("it is there already");
  own[name] = value;
  // The real one prints a group's value back.
  answer = { [name]: { isSecret: true, value } };
} else fail("no command: " + words);
writeFileSync(${JSON.stringify(state)}, JSON.stringify(state));
console.log(JSON.stringify(answer));
`;

/** A stand-in for the pipeline service's own CLI, which takes secrets only as that does. */
export function openPipelineService(pipelines: ServiceState["pipelines"]): PipelineService {
  const folder = makeFolder("service");
  const state = join(folder, "state.json");
  writeFileSync(state, JSON.stringify({ pipelines, variables: {}, calls: [] }));
  writeFileSync(join(folder, "az"), program(state), { mode: 0o755 });
  return {
    bin: folder,
    read: () => JSON.parse(readFileSync(state, "utf8")) as ServiceState,
  };
}
