import { repositoryItemId as item } from "../../src/plane/remove/inventory.ts";
import { noteDeeds, noteGone, wordStep } from "./removal.ts";
import type { Removal } from "./removal.ts";

const row = { name: "Repository" };

/**
 * If the repository is not visible, asks whether it was deleted. It may still exist and be visible
 * to a different account or with more permissions.
 */
export async function updateRepository(removal: Removal): Promise<void> {
  const { context, deps } = removal;
  if (context.restore(wordStep(deps, item))) return noteGone(removal, { item, row });
  const way = await context.ask.choose<"later" | "done">({
    id: "repository",
    title: "Was the repository deleted?",
    weight: "read first",
    facts: [
      { name: "Not visible", text: `${deps.repository.full}, to this account: deleted or hidden` },
      {
        name: "Keeps",
        text: "this machine's data about the repository, until you confirm its deletion",
      },
    ],
    options: [
      { value: "later", label: "I do not know", hint: "run the same command again to resume" },
      {
        value: "done",
        label: "It was deleted",
        hint: "recorded as reported by you, not verified",
      },
    ],
    why: "If the repository still exists, gatehouse needs the data on this machine, and an account that can see the repository, to remove its secrets and files.",
  });
  if (way === "done") return noteGone(removal, { item, row });
  noteDeeds(removal, [item], { way: "later" });
  context.mark({ ...row, state: "skipped", summary: "unknown whether it was deleted" });
}
