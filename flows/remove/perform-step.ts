import {
  appItemId,
  environmentItemId,
  fileItemId,
  recordItemId,
} from "../../src/plane/remove/inventory.ts";
import type {
  FileKind,
  RemainingEnvironment,
  RemainingFile,
  RemainingRecord,
  Inventory,
} from "../../src/plane/remove/inventory.ts";
import type { RemovalStep } from "../../src/plane/remove/plan.ts";
import { appRecords } from "../../src/credentials/records.ts";
import { count } from "../../src/shared/count.ts";
import { endApp } from "./delete-app.ts";
import { endPat } from "./revoke-pat.ts";
import { forgetMachine } from "./forget-machine.ts";
import { askAndRemove, isLater, noteDeeds } from "./removal.ts";
import type { Removal } from "./removal.ts";
import { rowOf } from "./show-inventory.ts";
import { stopWork } from "./stop-work.ts";
import { updateRepository } from "./update-repository.ts";

/** @returns false if the removal must stop here */
export async function performStep(removal: Removal, step: RemovalStep): Promise<boolean> {
  switch (step.kind) {
    case "repository":
      await updateRepository(removal);
      return true;
    case "stop":
      return stopWork(removal, step);
    case "file":
      await removeFile(removal, step.file);
      return true;
    case "secrets":
      await removeSecrets(removal, step.records);
      return true;
    case "app":
      await endApp(removal, step.app);
      return true;
    case "pat":
      await endPat(removal);
      return true;
    case "variables":
      await removeVariables(removal, step.records);
      return true;
    case "environment":
      await removeEnvironment(removal, step.environment);
      return true;
    case "machine":
      await forgetMachine(removal);
      return true;
  }
}

const mostChanges = 12;

async function removeFile(removal: Removal, file: RemainingFile): Promise<void> {
  const { deps } = removal;
  const { kind, path, changes } = file;
  const row = rowOf({ kind: "file", file });
  const items = [fileItemId(file)];
  // Keeps the file if a later run needs it to find the PAT or an environment.
  const summary = whyKept(removal, kind);
  if (summary !== undefined) {
    noteDeeds(removal, items, { way: "later" });
    return removal.context.mark({ name: row, state: "skipped", summary });
  }
  const shown = changes.slice(0, mostChanges).map(({ sign, line }) => `${sign} ${line}`);
  const more = changes.length - shown.length;
  const differs = [
    "It differs from the file that gatehouse would write now:",
    ...shown,
    ...(more > 0 ? [`and ${count(more, "more line")}`] : []),
  ];
  await askAndRemove(removal, {
    row,
    items,
    question: {
      id: kind.replace(" ", "-"),
      title: `Delete the ${kind}?`,
      weight: "read first",
      facts: [
        { name: "Deletes", text: `${path}, in one commit` },
        { name: "Keeps", text: "its earlier versions, in the history" },
        ...breaksOf(file, removal.before),
      ],
      ...(changes.length > 0 && { body: differs }),
      yes: "Delete it",
      no: "Keep it",
    },
    doing: `Deleting ${path}`,
    done: "deleted in a commit",
    work: () => deps.removeFile(file),
  });
}

function whyKept(removal: Removal, kind: FileKind): string | undefined {
  const [environment] = removal.before.environments;
  const control = removal.before.files.find((file) => file.kind === "control file");
  if (kind === "gatehouse package") {
    const isNeeded = control && isLater(removal, fileItemId(control));
    return isNeeded ? "still needed by the control file" : undefined;
  }
  if (kind !== "decision" && kind !== "settings") return undefined;
  if (isLater(removal, "pat")) return "still needed to find the PAT";
  return kind === "settings" && environment && isLater(removal, environmentItemId(environment))
    ? "still needed to find the environment"
    : undefined;
}

function breaksOf({ kind }: RemainingFile, { dependants }: Inventory) {
  if (kind !== "control file" || dependants.length === 0) return [];
  const paths = dependants.map(({ path }) => path).join(", ");
  return [
    { name: "Breaks", text: `runs of workflows that import it are no longer admitted: ${paths}` },
  ];
}

async function removeSecrets(removal: Removal, records: readonly RemainingRecord[]): Promise<void> {
  await askAndRemove(removal, {
    row: "Secrets",
    items: records.map(recordItemId),
    question: {
      id: "secrets",
      title: records.length === 1 ? "Delete this secret?" : "Delete these secrets?",
      weight: "cannot be undone",
      facts: [
        { name: "Deletes", text: records.map(formatRecordLine).join(", ") },
        { name: "Keeps", text: "the App or the token itself, until the next steps" },
        { name: "Breaks", text: `every run that uses ${records.length === 1 ? "it" : "them"}` },
      ],
      yes: records.length === 1 ? "Delete it" : "Delete them",
      no: records.length === 1 ? "Keep it" : "Keep them",
    },
    doing: "Deleting secrets and checking the result",
    done: `${count(records.length, "secret")} deleted`,
    work: () => removal.deps.removeRecords(records),
  });
}

/**
 * Deletes the variables. A later run finds an App by its client ID, so the variable with the client
 * ID is deleted only after the App is deleted or the operator keeps it.
 */
async function removeVariables(
  removal: Removal,
  records: readonly RemainingRecord[],
): Promise<void> {
  const waiting = new Set(
    removal.before.apps
      .filter((app) => isLater(removal, appItemId(app)))
      .map(({ role }) => appRecords[role].variable),
  );
  const kept = records.filter(({ name }) => waiting.has(name));
  const going = records.filter(({ name }) => !waiting.has(name));
  noteDeeds(removal, kept.map(recordItemId), { way: "later" });
  if (going.length === 0) {
    const summary = "still needed to find the Apps";
    return removal.context.mark({ name: "Variables", state: "skipped", summary });
  }
  await askAndRemove(removal, {
    row: "Variables",
    items: going.map(recordItemId),
    question: {
      id: "variables",
      title: going.length === 1 ? "Delete this variable?" : "Delete these variables?",
      weight: "read first",
      facts: [
        { name: "Deletes", text: going.map(formatRecordLine).join(", ") },
        ...(kept.length > 0
          ? [
              {
                name: "Keeps",
                text: `${kept.map(({ name }) => name).join(", ")}, still needed to find the App`,
              },
            ]
          : []),
      ],
      yes: going.length === 1 ? "Delete it" : "Delete them",
      no: going.length === 1 ? "Keep it" : "Keep them",
    },
    doing: "Deleting variables and checking the result",
    done: `${count(going.length, "variable")} deleted`,
    work: () => removal.deps.removeRecords(going),
  });
}

async function removeEnvironment(
  removal: Removal,
  environment: RemainingEnvironment,
): Promise<void> {
  const { name } = environment;
  const [first] = removal.before.environments;
  const items = [environmentItemId(environment)];
  const inside = removal.before.records.filter((record) => record.environment === name);
  if (inside.some((record) => isLater(removal, recordItemId(record)))) {
    noteDeeds(removal, items, { way: "later" });
    const summary = "contains items that were left for later";
    return removal.context.mark({ name: "Environment", state: "skipped", summary });
  }
  await askAndRemove(removal, {
    row: "Environment",
    items,
    question: {
      id: first === environment ? "environment" : `environment ${name}`,
      title: "Delete the environment?",
      weight: "cannot be undone",
      facts: [
        { name: "Deletes", text: `${name}, its rules and its deployment history` },
        { name: "Contents", text: "nothing else; it matches what setup creates" },
      ],
      yes: "Delete it",
      no: "Keep it",
    },
    doing: `Deleting the environment ${name}`,
    done: "deleted",
    work: () => removal.deps.removeEnvironment(name),
  });
}

function formatRecordLine({ name, environment }: RemainingRecord): string {
  return environment === undefined ? name : `${name} in environment ${environment}`;
}
