import * as v from "valibot";
import type { Brand } from "../../forge/brand.ts";
import { findFile } from "../../forge/resources/contents.ts";
import type { ControlSession } from "../repository/control-session.ts";
import type { Package, Settings } from "../scope/settings.ts";
import { readYaml } from "../../yaml/read-yaml.ts";
import { plainOf } from "../../yaml/yaml-node.ts";

/** An installed package, as a review run of it stands. */
export type Operation =
  /** It can be started so that it only reviews. */
  | {
      readonly state: "ready";
      readonly name: string;
      readonly file: string;
      readonly inputs: Readonly<Record<string, string>>;
    }
  /** Its kill switch is off: there is nothing to review. */
  | { readonly state: "off"; readonly name: string; readonly because: string }
  /** It is on, and no review run of it can be started. */
  | {
      readonly state: "blocked";
      readonly name: string;
      readonly because: string;
      readonly next: string;
    };

/** The path of a package's workflow in the control repository. */
function operationPath({ folder }: Brand, name: string): string {
  return `${folder}/workflows/${name}.yml`;
}

/** The packages of the settings whose workflow is in the control repository. */
export async function listOperations(
  settings: Settings,
  {
    client,
    repository,
    variables,
  }: ControlSession & { readonly variables: ReadonlyMap<string, string> },
): Promise<Operation[]> {
  const judged = await Promise.all(
    settings.packages.map(async (each) => {
      const path = operationPath(client.profile.brand, each.name);
      const file = await findFile(client, repository, path);
      if (!file) return [];
      const text = file.text;
      return [evaluateOperation(each, { text, mode: settings.mode, variables })];
    }),
  );
  return judged.flat();
}

/** Decides how a package's workflow is started so that it reviews and changes nothing. */
export function evaluateOperation(
  { name, killSwitch }: Pick<Package, "name" | "killSwitch">,
  found: {
    readonly text: string;
    readonly mode: Settings["mode"];
    readonly variables: ReadonlyMap<string, string>;
  },
): Operation {
  if (found.variables.get(killSwitch)?.toLowerCase() === "false") {
    return { state: "off", name, because: `${killSwitch} is false` };
  }
  const file = `${name}.yml`;
  const block = (because: string, next: string): Operation => ({
    state: "blocked",
    name,
    because,
    next,
  });
  const { root, faults } = readYaml(found.text, { what: "workflow" });
  if (faults.some(({ kind }) => kind !== "core tag")) {
    return block("its workflow is not valid YAML", `Mend ${file}`);
  }
  const inputs = root && readInputs(plainOf(root));
  if (!inputs) {
    return block(
      "its workflow cannot be started by hand",
      `Give ${name} the trigger workflow_dispatch`,
    );
  }
  if (inputs.includes("mode")) return { state: "ready", name, file, inputs: { mode: "review" } };
  if (found.mode === "review") return { state: "ready", name, file, inputs: {} };
  return block(
    "the settings say live, and its workflow has no input that makes a run review only",
    `Give ${name} an input "mode", or set the settings to review first`,
  );
}

/** The names of the inputs of `workflow_dispatch`; undefined when the workflow has no such trigger. */
function readInputs(workflow: unknown): string[] | undefined {
  if (!v.is(startedByHand, workflow)) return undefined;
  return v.is(takesInputs, workflow) ? Object.keys(workflow.on.workflow_dispatch.inputs) : [];
}

/** A trigger is the only one, one of a list, or one with what it takes. */
const startedByHand = v.object({
  on: v.union([
    v.literal("workflow_dispatch"),
    v.pipe(v.array(v.unknown()), v.includes("workflow_dispatch")),
    v.object({ workflow_dispatch: v.unknown() }),
  ]),
});

const takesInputs = v.object({
  on: v.object({
    workflow_dispatch: v.object({ inputs: v.record(v.string(), v.unknown()) }),
  }),
});
