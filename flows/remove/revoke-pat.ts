import { activeTokensPage, tokensPage } from "../../src/forge/web-links.ts";
import { giveWord, noteDeeds, noteGone, wordStep } from "./removal.ts";
import type { Removal } from "./removal.ts";

const item = "pat";
const row = { name: "PAT" };

/** Leads to where a PAT is revoked. Nobody but its user sees whether it lives: their word is recorded as one. */
export async function endPat(removal: Removal): Promise<void> {
  const { context, deps, before } = removal;
  // A word is on the one that was stored then, and no word on what was stored since.
  const told = before.patStoredAt === undefined ? item : `${item} ${before.patStoredAt}`;
  const gone = { item, told, row };
  if (context.restore(wordStep(deps, told))) return noteGone(removal, gone);
  const page = tokensPage(deps.profile);
  const owners = [
    `Owners of ${deps.repository.owner} revoke it there:`,
    activeTokensPage(deps.profile, deps.repository.owner),
  ];
  const way = await context.ask.choose<"later" | "done" | "keep">({
    id: "pat",
    title: "What becomes of the fine-grained PAT?",
    weight: "cannot be undone",
    facts: [
      { name: "Ends", text: "the token itself, wherever a copy of it is" },
      { name: "Breaks", text: "whatever else uses this token" },
    ],
    body: [
      "Its user deletes it on this page:",
      page,
      ...(before.ownerKind === "organization" ? owners : []),
    ],
    // Enter alone is not to be anybody's word.
    options: [
      { value: "later", label: "Not yet", hint: "the same command comes back to this" },
      {
        value: "done",
        label: "It is deleted there",
        hint: "recorded as your word, with name and time",
      },
      { value: "keep", label: "It stays", hint: "recorded as your word" },
    ],
    why: "The secret is gone, the token is not: whoever has a copy can act as its user until it ends.",
  });
  if (way === "done") return noteGone(removal, gone);
  const word = way === "keep" ? await giveWord(removal) : undefined;
  noteDeeds(removal, [item], {
    link: page,
    ...(word ? { way: "kept", word } : { way: "later" }),
  });
  context.mark({
    ...row,
    state: way === "keep" ? "attention" : "skipped",
    summary: way === "keep" ? "it stays, by your word" : "left for later",
  });
}
