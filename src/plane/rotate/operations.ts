import * as v from "valibot";
import type { Brand } from "../../forge/brand.ts";
import { findFile } from "../../forge/resources/contents.ts";
import type { ControlSession } from "../repository/control-session.ts";
import type { Package, Settings } from "../scope/settings.ts";
import { readYaml } from "../../yaml/read-yaml.ts";
import { plainOf } from "../../yaml/yaml-node.ts";

/** An installed package, and whether its review run can be started. */
export type Operation =
  /** A review run of the operation can be started. */
  | {
      readonly state: "ready";
      readonly name: string;
      readonly file: string;
      readonly inputs: Readonly<Record<string, string>>;
    }
  /** The operation is switched off, so there is nothing to review. */
  | { readonly state: "off"; readonly name: string; readonly reason: string }
  /** The operation is switched on, but its review run cannot be started. */
  | {
      readonly state: "blocked";
      readonly name: string;
      readonly reason: string;
      readonly next: string;
    };

function operationPath({ folder }: Brand, name: string): string {
  return `${folder}/workflows/${name}.yml`;
}

/** Lists the packages in the settings whose workflow exists in the control repository. */
export async function listOperations(
  settings: Settings,
  {
    client,
    repository,
    variables,
  }: ControlSession & { readonly variables: ReadonlyMap<string, string> },
): Promise<Operation[]> {
  const evaluated = await Promise.all(
    settings.packages.map(async (each) => {
      const path = operationPath(client.profile.brand, each.name);
      const file = await findFile(client, repository, path);
      if (!file) return [];
      const text = file.text;
      return [evaluateOperation(each, { text, mode: settings.mode, variables })];
    }),
  );
  return evaluated.flat();
}

/** Determines how to start a package's workflow in review mode. */
export function evaluateOperation(
  { name, killSwitch }: Pick<Package, "name" | "killSwitch">,
  found: {
    readonly text: string;
    readonly mode: Settings["mode"];
    readonly variables: ReadonlyMap<string, string>;
  },
): Operation {
  if (found.variables.get(killSwitch)?.toLowerCase() === "false") {
    return { state: "off", name, reason: `${killSwitch} is false` };
  }
  const file = `${name}.yml`;
  const block = (reason: string, next: string): Operation => ({
    state: "blocked",
    name,
    reason,
    next,
  });
  const { root, faults } = readYaml(found.text, { what: "workflow" });
  if (faults.some(({ kind }) => kind !== "core tag")) {
    return block("its workflow is not valid YAML", `Fix ${file}`);
  }
  const inputs = root && readInputs(plainOf(root));
  if (!inputs) {
    return block(
      "its workflow cannot be started manually",
      `Add a workflow_dispatch trigger to ${name}`,
    );
  }
  if (inputs.includes("mode")) return { state: "ready", name, file, inputs: { mode: "review" } };
  if (found.mode === "review") return { state: "ready", name, file, inputs: {} };
  return block(
    "the mode is live, and its workflow has no input that limits a run to review",
    `Add an input "mode" to ${name}, or set the mode to review first`,
  );
}

/**
 * Returns the names of the inputs of `workflow_dispatch`; undefined if the workflow does not have
 * this trigger.
 */
function readInputs(workflow: unknown): string[] | undefined {
  if (!v.is(startedByHand, workflow)) return undefined;
  return v.is(acceptsInputs, workflow) ? Object.keys(workflow.on.workflow_dispatch.inputs) : [];
}

/** The trigger can be a single value, an entry in a list, or a key with inputs. */
const startedByHand = v.object({
  on: v.union([
    v.literal("workflow_dispatch"),
    v.pipe(v.array(v.unknown()), v.includes("workflow_dispatch")),
    v.object({ workflow_dispatch: v.unknown() }),
  ]),
});

const acceptsInputs = v.object({
  on: v.object({
    workflow_dispatch: v.object({ inputs: v.record(v.string(), v.unknown()) }),
  }),
});
