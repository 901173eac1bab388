import { count } from "../../src/shared/count.ts";
import { askAndRemove, doOnce, giveWord, noteDeeds } from "./removal.ts";
import type { Removal } from "./removal.ts";

const item = "machine";
const row = { name: "This machine" };
const doing = "Deleting gatehouse's data on this machine";

/**
 * Deletes the data on this machine. All other parts are identified with this data, so it is deleted
 * last, and only if no part was left for later.
 */
export async function forgetMachine(removal: Removal): Promise<void> {
  const { deps, before } = removal;
  const { files, held } = before.machine;
  if (removal.deeds.some(({ way }) => way === "later")) {
    return leave(removal, "still needed for the remaining items");
  }
  const incidents = files.filter((name) => name.startsWith("exposed"));
  let stuck: readonly string[] = [];
  const isDone = await askAndRemove(removal, {
    row: row.name,
    items: [item],
    question: {
      id: "machine",
      title: "Delete gatehouse's data on this machine?",
      weight: "cannot be undone",
      facts: [
        {
          name: "Deletes",
          text: `${files.join(", ") || "no files"}: records of what was created and verified`,
        },
        ...(held.length > 0
          ? [{ name: "Keychain", text: `${count(held.length, "key")}: ${held.join(", ")}` }]
          : []),
        ...(incidents.length > 0
          ? [
              {
                name: "Incidents",
                text: `${incidents.join(", ")} are records of exposures: keep a copy`,
              },
            ]
          : []),
      ],
      yes: "Delete it",
      no: "Keep it",
    },
    doing,
    done: "data deleted",
    work: async () => {
      stuck = await deps.forgetMachine(before.machine);
    },
  });
  if (isDone && stuck.length > 0) await deleteKeychainKeys(removal, stuck);
}

/**
 * Asks about keys that the keychain did not delete. A locked keychain gives the same response as
 * one that does not have the key.
 */
async function deleteKeychainKeys(removal: Removal, stuck: readonly string[]): Promise<void> {
  const { context, deps, before } = removal;
  const way = await context.ask.choose<"later" | "done">({
    id: "keychain-stays",
    title:
      stuck.length === 1
        ? "Was the key deleted from the keychain?"
        : "Were these keys deleted from the keychain?",
    weight: "cannot be undone",
    facts: stuck.map((account) => ({
      name: "Key",
      text: `service "gatehouse", account "${account}"`,
    })),
    body: [
      "A key was not deleted: the keychain is locked or does not contain the key. Check the keychain yourself.",
    ],
    options: [
      { value: "later", label: "Not yet", hint: "unlock the keychain, then run gatehouse again" },
      { value: "done", label: "Yes", hint: "records your answer and deletes the local data" },
    ],
    why: "Only the data on this machine shows the name under which a key was stored, so gatehouse keeps the data until the key is deleted.",
  });
  if (way === "later") return leave(removal, "still names a key that may be in the keychain");
  await doOnce(removal, { id: "machine-files", title: doing }, async () => {
    await deps.forgetMachine({ ...before.machine, held: [] });
  });
  const word = await giveWord(removal);
  noteDeeds(removal, [item], { way: "reported", word });
  context.mark({
    ...row,
    state: "reported",
    summary: `data deleted; the key was reported as deleted by ${word.by}`,
  });
}

function leave(removal: Removal, summary: string): void {
  noteDeeds(removal, [item], { way: "later" });
  removal.context.mark({ ...row, state: "skipped", summary });
}
