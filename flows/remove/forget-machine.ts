import { count } from "../../src/shared/count.ts";
import { askAndRemove, doOnce, giveWord, noteDeeds } from "./removal.ts";
import type { Removal } from "./removal.ts";

const item = "machine";
const row = { name: "This machine" };
const doing = "Forgetting it on this machine";

/** What this machine knows leads to all the rest: it goes last, and only where nothing was left for later. */
export async function forgetMachine(removal: Removal): Promise<void> {
  const { deps, before } = removal;
  const { files, held } = before.machine;
  if (removal.deeds.some(({ way }) => way === "later")) {
    return leave(removal, "knows what is left, and goes with it");
  }
  const incidents = files.filter((name) => name.startsWith("exposed"));
  let stuck: readonly string[] = [];
  const isDone = await askAndRemove(removal, {
    row: row.name,
    items: [item],
    question: {
      id: "machine",
      title: "Forget it on this machine?",
      weight: "cannot be undone",
      facts: [
        { name: "Ends", text: `${files.join(", ") || "no file"}: what was made, and proved` },
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
      yes: "Forget it",
      no: "Leave it",
    },
    doing,
    done: "forgotten",
    work: async () => {
      stuck = await deps.forgetMachine(before.machine);
    },
  });
  if (isDone && stuck.length > 0) await endHeldKeys(removal, stuck);
}

/** A keychain says the same of a key that it does not have and of one that it does not show while it is locked. */
async function endHeldKeys(removal: Removal, stuck: readonly string[]): Promise<void> {
  const { context, deps, before } = removal;
  const way = await context.ask.choose<"later" | "done">({
    id: "keychain-stays",
    title:
      stuck.length === 1
        ? "Is the key gone from the keychain?"
        : "Are these keys gone from the keychain?",
    weight: "cannot be undone",
    facts: stuck.map((account) => ({
      name: "Held",
      text: `service "gatehouse", account "${account}"`,
    })),
    body: [
      "It did not let go of a key: it is locked, or the key is not there. Look there yourself.",
    ],
    options: [
      { value: "later", label: "Not yet", hint: "unlock it; the same command tries again" },
      { value: "done", label: "It is gone", hint: "recorded as your word; it is forgotten here" },
    ],
    why: "Only what this machine keeps tells under which name a key was held. It stays until the key is gone.",
  });
  if (way === "later") return leave(removal, "tells of a key that the keychain may hold");
  await doOnce(removal, { id: "machine-files", title: doing }, async () => {
    await deps.forgetMachine({ ...before.machine, held: [] });
  });
  const word = await giveWord(removal);
  noteDeeds(removal, [item], { way: "told gone", word });
  context.mark({
    ...row,
    state: "told",
    summary: `forgotten; the key is gone, by ${word.by}'s word`,
  });
}

function leave(removal: Removal, summary: string): void {
  noteDeeds(removal, [item], { way: "later" });
  removal.context.mark({ ...row, state: "skipped", summary });
}
