import { activeTokensPage, tokensPage } from "../../src/forge/web-links.ts";
import { giveWord, noteDeeds, noteGone, wordStep } from "./removal.ts";
import type { Removal, ReportedDeleted } from "./removal.ts";

const item = "pat";
const row = { name: "PAT" };

/**
 * Shows where to revoke a PAT. Only its user can see whether it exists, so the operator's answer is
 * recorded as a report.
 */
export async function endPat(removal: Removal): Promise<void> {
  const { context, deps, before } = removal;
  // A report applies to the token that was stored at that time, not to a token that was stored
  // later.
  const reported = before.patStoredAt === undefined ? item : `${item} ${before.patStoredAt}`;
  const gone: ReportedDeleted = { item, reported, row };
  if (context.restore(wordStep(deps, reported))) return noteGone(removal, gone);
  const page = tokensPage(deps.profile);
  const owners = [
    `Owners of ${deps.repository.owner} can revoke it on this page:`,
    activeTokensPage(deps.profile, deps.repository.owner),
  ];
  const way = await context.ask.choose<"later" | "done" | "keep">({
    id: "pat",
    title: "What should happen to the fine-grained PAT?",
    weight: "cannot be undone",
    facts: [
      { name: "Revokes", text: "the token itself, wherever copies exist" },
      { name: "Breaks", text: "anything else that uses this token" },
    ],
    body: [
      "The token's owner can delete it on this page:",
      page,
      ...(before.ownerKind === "organization" ? owners : []),
    ],
    // Pressing Enter alone must not count as a report.
    options: [
      { value: "later", label: "Not yet", hint: "run the same command again to resume" },
      {
        value: "done",
        label: "It was deleted",
        hint: "recorded as reported by you, not verified",
      },
      { value: "keep", label: "Keep it", hint: "it stays valid; your decision is recorded" },
    ],
    why: "The secret is deleted, but the token is still valid: anyone with a copy can act as its user until it expires.",
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
    summary: way === "keep" ? "kept at your request" : "left for later",
  });
}
