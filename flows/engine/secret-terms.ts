import type { Fact } from "../../src/prompts/prompter.ts";
import type { NeededSecret } from "../../src/compiler/choice/needed-secrets.ts";

/**
 * Returns the phrase to type before a long-lived secret is stored. It names the secret and the
 * agent.
 */
export function consentPhrase({ name }: Pick<NeededSecret, "name">, agent: string): string {
  return `store ${name} for ${agent}`;
}

/**
 * Returns the reason why the typed phrase is invalid; undefined if it is valid. An empty input is
 * never valid.
 */
export function checkConsent(typed: string, phrase: string): string | undefined {
  const words = typed.trim().replaceAll(/\s+/g, " ");
  const wanted = phrase.trim().replaceAll(/\s+/g, " ");
  if (words.toLowerCase() === wanted.toLowerCase()) return undefined;
  return words === ""
    ? `To consent, type: ${phrase}`
    : `The text does not match. To consent, type: ${phrase}`;
}

interface Where {
  readonly agent: string;
  /**
   * Names of all pipelines that receive the value; `replaced` contains the names of those that
   * currently have a different value.
   */
  readonly locations: string;
  readonly replaced: string;
}

/** Returns facts about the value to store, its location and its validity. */
export function secretTerms(
  { name, content, purpose }: NeededSecret,
  { agent, locations, replaced }: Where,
): readonly Fact[] {
  const what = {
    "forge token": "personal access token, with all access that its owner granted",
    "App key": "the App's private key, which can mint tokens for all its installations",
    "provider key": "the provider's key; the provider bills its usage",
  } as const;
  const ends = {
    "forge token": "it expires or is revoked",
    "App key": "it is deleted on the App's settings page",
    "provider key": "it is revoked at the provider",
  } as const;
  return [
    { name: "Consent", text: consentPhrase({ name }, agent) },
    { name: "Value", text: what[content] },
    { name: "Stored as", text: `secret variable ${name} in ${locations}` },
    { name: "For", text: purpose },
    ...(replaced === ""
      ? []
      : [{ name: "Replaces", text: `the value in ${replaced}, which cannot be read` }]),
    { name: "Usable by", text: "anyone who can change that pipeline" },
    { name: "Valid until", text: ends[content] },
  ];
}
