import { repositoryItemId as item } from "../../src/plane/remove/inventory.ts";
import { noteDeeds, noteGone, wordStep } from "./removal.ts";
import type { Removal } from "./removal.ts";

const row = { name: "Repository" };

/** Asks whether a repository that is not shown was deleted: another login, or one with more rights, may be shown it. */
export async function updateRepository(removal: Removal): Promise<void> {
  const { context, deps } = removal;
  if (context.restore(wordStep(deps, item))) return noteGone(removal, { item, row });
  const way = await context.ask.choose<"later" | "done">({
    id: "repository",
    title: "Is the repository deleted?",
    weight: "read first",
    facts: [
      { name: "Not shown", text: `${deps.repository.full}, to this login: deleted, or hidden` },
      { name: "Stays", text: "what this machine knows of it, until that is told" },
    ],
    options: [
      { value: "later", label: "Not known", hint: "the same command comes back to this" },
      { value: "done", label: "It is deleted", hint: "recorded as your word, with name and time" },
    ],
    why: "Its secrets and files can only be taken away by a login that is shown them. What this machine knows leads there.",
  });
  if (way === "done") return noteGone(removal, { item, row });
  noteDeeds(removal, [item], { way: "later" });
  context.mark({ ...row, state: "skipped", summary: "not known whether it is deleted" });
}
