import type { FlowContext } from "../../src/prompts/flow-context.ts";

export interface KeyToEnd {
  readonly id: string;
  /** Title, such as "Revoke the old Read App key". */
  readonly title: string;
  /** Fingerprint of the key to revoke: `SHA256:…`. */
  readonly fingerprint: string;
  /** Description of the key to revoke, shown after its fingerprint. */
  readonly ends: string;
  readonly stays: string;
  readonly breaks: string;
}

const letters = 4;

/**
 * Returns the part of a fingerprint that is enough to tell an App's keys apart: `SHA256:yDjgDrYS…`.
 */
export function shortPrint(fingerprint: string): string {
  const enough = "SHA256:".length + 2 * letters;
  return fingerprint.length > enough ? `${fingerprint.slice(0, enough)}…` : fingerprint;
}

/**
 * Asks the operator to identify the key to revoke by the first characters of its fingerprint. A
 * revoked key cannot be restored, and the page also shows the key to keep. Pressing only Enter
 * keeps the key.
 */
export async function askToEnd(
  { ask }: Pick<FlowContext, "ask">,
  { id, title, fingerprint, ends, stays, breaks }: KeyToEnd,
): Promise<boolean> {
  const start = fingerprint.replace(/^SHA256:/, "").slice(0, letters);
  const typed = await ask.text({
    id,
    title,
    weight: "cannot be undone",
    facts: [
      { name: "Revokes", text: `${shortPrint(fingerprint)}, ${ends}` },
      { name: "Keeps", text: stays },
      { name: "Breaks", text: breaks },
    ],
    body: [
      `To revoke this key, type its first ${letters} characters: ${start}. Press Enter to keep it.`,
    ],
    check: (text) =>
      text === "" || text === start
        ? undefined
        : `This key begins with ${start}. Type these characters, or leave the field empty to keep the key.`,
    why: "A revoked key cannot be restored. The page may also list other keys of the App; the characters that you type confirm which key to revoke.",
  });
  return typed !== "";
}
