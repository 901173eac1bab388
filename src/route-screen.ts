import { readPlainLine } from "./read-plain-line.ts";
import { beginningTitle, hostTitle, wizardTitles } from "./asking/wizard-titles.ts";

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
export const valued: readonly string[] = ["--repo", "--host", "--brand"];

/**
 * What a line's first screen tells, or nothing: of a line that draws none, and of each that has to be read by the
 * program first.
 */
export function routeScreen(argv: readonly string[]): FirstHeader | undefined {
  if (argv.length === 0) return beginningTitle;
  const [verb = "", ...words] = argv;
  if (!isWizard(verb)) return undefined;
  const values = readPlainLine(words, { flags: flagsOf[verb], valued });
  if (!values) return undefined;
  const subject = values.get("--repo") ?? hostTitle(values.get("--host") ?? "github.com");
  return { title: wizardTitles[verb], subject };
}

function isWizard(verb: string): verb is keyof typeof flagsOf {
  return Object.hasOwn(flagsOf, verb);
}
