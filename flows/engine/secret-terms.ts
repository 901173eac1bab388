import type { Fact } from "../../src/prompts/prompter.ts";
import type { NeededSecret } from "../../src/compiler/choice/needed-secrets.ts";

/** What has to be typed before something that lives long is stored. It names what for. */
export function consentPhrase({ name }: Pick<NeededSecret, "name">, agent: string): string {
  return `store ${name} for ${agent}`;
}

/** Says why the typed words are no consent, or nothing. Enter alone never is. */
export function checkConsent(typed: string, phrase: string): string | undefined {
  const words = typed.trim().replaceAll(/\s+/g, " ");
  const wanted = phrase.trim().replaceAll(/\s+/g, " ");
  if (words.toLowerCase() === wanted.toLowerCase()) return undefined;
  return words === "" ? `Enter is no consent. Type: ${phrase}` : `That is not it. Type: ${phrase}`;
}

interface Where {
  readonly agent: string;
  /** All that it is stored in, and those of them that have another value now. */
  readonly places: string;
  readonly replaced: string;
}

/** What is stored, where, and for how long it is good. */
export function secretTerms(
  { name, holds, purpose }: NeededSecret,
  { agent, places, replaced }: Where,
): readonly Fact[] {
  const what = {
    "forge token": "a person's token, which reaches all that its owner gave it",
    "App key": "the App's private key, which makes tokens for all that it is installed on",
    "provider key": "the provider's key, which pays for models",
  } as const;
  const ends = {
    "forge token": "when it expires, or somebody revokes it",
    "App key": "when somebody deletes it on the App's page",
    "provider key": "when somebody revokes it with the provider",
  } as const;
  return [
    { name: "Words", text: consentPhrase({ name }, agent) },
    { name: "Stored", text: what[holds] },
    { name: "Becomes", text: `secret variable ${name} of ${places}` },
    { name: "For", text: purpose },
    ...(replaced === ""
      ? []
      : [{ name: "Replaces", text: `the value in ${replaced}, which nobody can read` }]),
    { name: "Who can use it", text: "whoever can change that pipeline" },
    { name: "Ends", text: ends[holds] },
  ];
}
