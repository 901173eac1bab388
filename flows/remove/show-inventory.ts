import type { Fact } from "../../src/prompts/prompter.ts";
import type { RemovalStep } from "../../src/plane/remove/plan.ts";
import { isOurs } from "../../src/plane/remove/inventory.ts";
import type { Inventory } from "../../src/plane/remove/inventory.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { count } from "../../src/shared/count.ts";
import type { Removal } from "./removal.ts";

/** Returns the name of a step's row in the progress log. */
export function rowOf(step: RemovalStep): string {
  switch (step.kind) {
    case "repository":
      return "Repository";
    case "stop":
      return "Work";
    case "file":
      return `${step.file.kind.slice(0, 1).toUpperCase()}${step.file.kind.slice(1)}`;
    case "app":
      return titleOf(step.app.role);
    case "pat":
      return "PAT";
    case "machine":
      return "This machine";
    case "secrets":
      return "Secrets";
    case "variables":
      return "Variables";
    case "environment":
      return "Environment";
  }
}

/**
 * Shows the inventory, and requires the operator to type the repository's name before the first
 * question. Pressing Enter alone does not change anything.
 */
export async function isToBegin(
  { context, deps }: Pick<Removal, "context" | "deps">,
  { before, steps }: { readonly before: Inventory; readonly steps: readonly RemovalStep[] },
): Promise<boolean> {
  const { full, name } = deps.repository;
  await context.ask.disclose({
    id: "inventory",
    title: "Created by gatehouse",
    facts: [...steps.map(toFact), ...stayFacts(before)],
    body: [
      "You confirm each step, in this order. You can stop at any time and resume with the same command.",
    ],
    proceed: "Continue",
  });
  const typed = await context.ask.text({
    id: "begin",
    title: "To begin, type the name of the repository:",
    weight: "cannot be undone",
    facts: [
      { name: "Deletes", text: `what gatehouse created for ${full}; you confirm each part` },
      { name: "Breaks", text: "every workflow that uses its Apps or its token" },
    ],
    body: [`Type ${name} to begin, or press Enter to leave everything unchanged.`],
    check: (text) =>
      text === "" || isName(text, deps.repository)
        ? undefined
        : `The repository name is ${name}. Type it, or leave the field empty to cancel.`,
    why: "Secrets and deleted Apps cannot be restored. The name confirms that you mean this repository.",
  });
  return typed !== "";
}

function isName(text: string, { name, full }: { readonly name: string; readonly full: string }) {
  return [name, full].some((each) => each.toLowerCase() === text.toLowerCase());
}

function toFact(step: RemovalStep): Fact {
  return { name: rowOf(step), text: describe(step) };
}

function describe(step: RemovalStep): string {
  switch (step.kind) {
    case "repository":
      return "not visible to this account: deleted or hidden";
    case "stop": {
      const { dependants, switches, activeRuns } = step;
      const paths = dependants.filter(({ state }) => state === "enabled").map(({ path }) => path);
      const on = switches.map(({ variable }) => variable);
      const runs = activeRuns === 0 ? [] : [count(activeRuns, "active run")];
      return [...paths, ...on, ...runs].join(", ");
    }
    case "file":
      return `${step.file.path}${step.file.changes.length > 0 ? ", modified" : ""}`;
    case "app": {
      const { slug, clientId, presence } = step.app;
      return `${slug ?? clientId ?? ""}${presence === "unknown" ? ", not visible to this account" : ""}`;
    }
    case "pat":
      return "its user revokes it on the token page";
    case "machine": {
      const { files, held } = step.machine;
      const keys = held.length === 0 ? "" : `, ${count(held.length, "key")} in the keychain`;
      return `${files.join(", ") || "no files"}${keys}`;
    }
    case "secrets":
    case "variables":
      return step.records.map(({ name }) => name).join(", ");
    case "environment":
      return step.environment.name;
  }
}

function stayFacts({ shared, environments, fleet, unseen }: Inventory): Fact[] {
  const used = environments.filter((environment) => !isOurs(environment));
  const kept = used.map(({ name }) => `environment ${name}`);
  const others = [...kept, ...fleet, ...shared.map((name) => `${name} in the organization`)];
  const stays = [...others, "commits, runs, issues and pull requests"].join(", ");
  return [
    { name: "Keeps", text: stays },
    ...(unseen.length === 0 ? [] : [{ name: "Not visible", text: unseen.join(", ") }]),
  ];
}
