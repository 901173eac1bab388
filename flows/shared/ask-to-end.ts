import type { FlowContext } from "../../src/prompts/flow-context.ts";

/** A key that a person is about to end. */
export interface KeyToEnd {
  readonly id: string;
  /** "End the old key of the Write App" */
  readonly title: string;
  /** Of the key that ends: `SHA256:…`. */
  readonly fingerprint: string;
  /** What the key that ends is, after its fingerprint. */
  readonly ends: string;
  readonly stays: string;
  readonly breaks: string;
}

const letters = 4;

/** As much of a fingerprint as tells the keys of an App apart: `SHA256:yDjgDrYS…`. */
export function shortPrint(fingerprint: string): string {
  const enough = "SHA256:".length + 2 * letters;
  return fingerprint.length > enough ? `${fingerprint.slice(0, enough)}…` : fingerprint;
}

/**
 * Has a person name the key that ends by the first letters of its fingerprint: nothing brings it back, and another one
 * stands beside it. Enter alone keeps it.
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
      { name: "Ends", text: `${shortPrint(fingerprint)}, ${ends}` },
      { name: "Stays", text: stays },
      { name: "Breaks", text: breaks },
    ],
    body: [`Type the first ${letters} letters of the key that ends, ${start}. Enter keeps it.`],
    check: (text) =>
      text === "" || text === start
        ? undefined
        : `The key that ends begins with ${start}. Type that, or nothing to keep it.`,
    why: "The forge has no way back from this. Other keys of the App stand on the same page: the letters tell which one is meant.",
  });
  return typed !== "";
}
