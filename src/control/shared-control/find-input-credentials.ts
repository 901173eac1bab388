import { isMap, isScalar, visit } from "yaml";
import type { Node, Pair } from "yaml";
import { namesCredential } from "./credential-name.ts";
import type { Finding } from "./finding.ts";
import { findPair } from "./workflow-document.ts";
import type { WorkflowDocument } from "./workflow-document.ts";

const takesInputs = ["workflow_dispatch", "workflow_call"];

/** Where a text puts a credential into an input of another run. */
const handsOn =
  /(?:-[fF]|--(?:raw-)?field)\s+["']?[\w[\].-]+=["']?\$\{\{[^}]*(?:secrets\.|[._-]token\b)/i;

/** Inputs of a dispatch that can carry a credential: by their names, by their use, and by what is put into them. */
export function findInputCredentials(workflow: WorkflowDocument): Finding[] {
  const { path: file, placeOf } = workflow;
  const find = (node: unknown, message: string): Finding => ({
    file,
    ...placeOf(node),
    check: "dispatch-credential",
    message,
  });
  const inputs = takesInputs.flatMap((trigger) => inputsOf(workflow, trigger));
  const named = inputs.filter(({ name }) => namesCredential(name));
  const others = inputs.filter(({ name }) => !namesCredential(name)).map(({ name }) => name);
  return [
    ...named.map(({ name, key }) =>
      find(key, `the input "${name}" is named like a credential; a dispatch never carries one`),
    ),
    ...findUses(workflow, others).map(({ name, node }) =>
      find(node, `the input "${name}" is used as a credential; a dispatch never carries one`),
    ),
    ...findHandedOn(workflow).map((node) =>
      find(node, "a credential is put into an input of a dispatch; a run resolves its own"),
    ),
  ];
}

function inputsOf({ document }: WorkflowDocument, trigger: string) {
  const inputs = findPair(document, ["on", trigger, "inputs"])?.value;
  if (!isMap<Node>(inputs)) return [];
  return inputs.items.flatMap(({ key }) =>
    isScalar(key) ? [{ name: String(key.value), key }] : [],
  );
}

/** Values that a name calls a credential, and that are an input of the dispatch. */
function findUses({ document }: WorkflowDocument, names: readonly string[]) {
  const found: { name: string; node: unknown }[] = [];
  visit(document, {
    Pair: (_, pair) => {
      const value = textOf(pair);
      if (!isScalar(pair.key) || value === undefined) return;
      if (!namesCredential(String(pair.key.value))) return;
      for (const name of names) {
        if (refersTo(value, name)) found.push({ name, node: pair.value });
      }
    },
  });
  return found;
}

function findHandedOn({ document }: WorkflowDocument): unknown[] {
  const found: unknown[] = [];
  visit(document, {
    Pair: (_, pair, above) => {
      const value = textOf(pair);
      if (value === undefined || !isScalar(pair.key)) return;
      const isScript = pair.key.value === "run" && handsOn.test(value);
      const isField = /\$\{\{[^}]*secrets\./.test(value) && isBelow(above, "inputs");
      if (isScript || isField) found.push(pair.value);
    },
  });
  return found;
}

function isBelow(above: readonly unknown[], name: string): boolean {
  return above.some(
    (each) =>
      typeof each === "object" &&
      each !== null &&
      "key" in each &&
      isScalar(each.key) &&
      each.key.value === name,
  );
}

function textOf({ value }: Pair): string | undefined {
  return isScalar(value) && typeof value.value === "string" ? value.value : undefined;
}

/** `${{ inputs.name }}`, `${{ github.event.inputs['name'] }}` */
function refersTo(value: string, name: string): boolean {
  const word = name.replaceAll(/[^\w-]/g, "\\$&");
  return new RegExp(`\\$\\{\\{[^}]*\\binputs(?:\\.|\\[["'])${word}(?![\\w-])`).test(value);
}
