import type { Fact } from "../../src/prompts/prompter.ts";
import type { RemovalStep } from "../../src/plane/remove/plan.ts";
import { isOurs } from "../../src/plane/remove/inventory.ts";
import type { Inventory } from "../../src/plane/remove/inventory.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { count } from "../../src/shared/count.ts";
import type { Removal } from "./removal.ts";

/** What is done, by the names of its rows. */
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
 * Shows all that was found, and has a person name the repository before anything is asked about: Enter alone leaves
 * everything as it is.
 */
export async function isToBegin(
  { context, deps }: Pick<Removal, "context" | "deps">,
  { before, steps }: { readonly before: Inventory; readonly steps: readonly RemovalStep[] },
): Promise<boolean> {
  const { full, name } = deps.repository;
  await context.ask.disclose({
    id: "remains",
    title: "What gatehouse made here",
    facts: [...steps.map(toFact), ...stayFacts(before)],
    body: ["Each step is shown and asked, in this order. Stop whenever you like: a rerun goes on."],
    proceed: "Continue",
  });
  const typed = await context.ask.text({
    id: "begin",
    title: "Name of the repository, to begin:",
    weight: "cannot be undone",
    facts: [
      { name: "Ends", text: `what gatehouse made for ${full}, each part on a yes of its own` },
      { name: "Breaks", text: "every workflow that uses its Apps or its token" },
    ],
    body: [`Type ${name} to begin. Enter leaves everything as it is.`],
    check: (text) =>
      text === "" || isName(text, deps.repository)
        ? undefined
        : `The repository is called ${name}. Type that, or nothing to leave it.`,
    why: "Secrets cannot be read back, and a deleted App does not come back: the name tells that this repository is meant.",
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
      return "not shown to this login: deleted, or hidden from it";
    case "stop": {
      const { dependants, switches, activeRuns } = step;
      const paths = dependants.filter(({ state }) => state === "enabled").map(({ path }) => path);
      const on = switches.map(({ variable }) => variable);
      const runs = activeRuns === 0 ? [] : [count(activeRuns, "active run")];
      return [...paths, ...on, ...runs].join(", ");
    }
    case "file":
      return `${step.file.path}${step.file.changes.length > 0 ? ", changed since" : ""}`;
    case "app": {
      const { slug, clientId, standing } = step.app;
      return `${slug ?? clientId ?? ""}${standing === "unknown" ? ", not seen by this login" : ""}`;
    }
    case "pat":
      return "revoked by its user, on the forge's page";
    case "machine": {
      const { files, held } = step.machine;
      const keys = held.length === 0 ? "" : `, ${count(held.length, "key")} in the keychain`;
      return `${files.join(", ") || "no file"}${keys}`;
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
  const kept = used.map(({ name }) => `the environment ${name}`);
  const others = [...kept, ...fleet, ...shared.map((name) => `${name} of the organization`)];
  const stays = [...others, "commits, runs, issues and pull requests"].join(", ");
  return [
    { name: "Stays", text: stays },
    ...(unseen.length === 0 ? [] : [{ name: "Not seen", text: unseen.join(", ") }]),
  ];
}
