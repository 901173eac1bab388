import { beginningTitle, wizardTitles } from "./asking/wizard-titles.ts";

/** What stands on the first screen, which is known from the line alone. */
export interface FirstHeader {
  readonly title: string;
  readonly subject: string;
}

/** Options with which a wizard's first screen is what it is without them. */
export const flagsOf = {
  setup: ["--no-open", "--ask-again"],
  scope: ["--no-open"],
  rotate: ["--no-open", "--start-over", "--pat"],
  remove: ["--no-open"],
} as const satisfies Record<keyof typeof wizardTitles, readonly string[]>;
/** What their values are to look like is left to the command, which explains what is wrong with one. */
export const valued: readonly string[] = ["--repo", "--host", "--brand"];
const plainValue = /^[A-Za-z0-9][\w.:/-]*$/;

/**
 * What a line's first screen tells, or nothing: of a line that draws none, and of each that has to be read by the
 * program first.
 */
export function routeScreen(argv: readonly string[]): FirstHeader | undefined {
  if (argv.length === 0) return beginningTitle;
  const [verb = "", ...words] = argv;
  if (!isWizard(verb)) return undefined;
  const flags: readonly string[] = flagsOf[verb];
  const values = new Map<string, string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (flags.includes(word)) continue;
    const value = words[at + 1] ?? "";
    if (!valued.includes(word) || !plainValue.test(value)) return undefined;
    values.set(word, value);
    at += 1;
  }
  const subject = values.get("--repo") ?? values.get("--host") ?? "github.com";
  return { title: wizardTitles[verb], subject };
}

function isWizard(verb: string): verb is keyof typeof flagsOf {
  return Object.hasOwn(flagsOf, verb);
}
