import * as v from "valibot";
import { patDisclosures } from "./disclosures.ts";

/**
 * Record of an operator's consent to a PAT, for the review before promotion. It contains no
 * secrets. A stored PAT or a failed App does not count as consent. A consent is valid only for the
 * recorded scope.
 */
export interface ConsentNote {
  readonly version: 1;
  /** Account of the operator who consented. */
  readonly operator: string;
  /** ISO 8601, like all times in this record. */
  readonly consentedAt: string;
  /** The phrase that the operator typed. */
  readonly phrase: string;
  /** IDs of the disclosures that were shown. */
  readonly disclosures: readonly string[];
  readonly resourceOwner: string;
  readonly repositories: readonly string[];
  readonly expiresAt: string;
  readonly rotationOwner: string;
  /** Fingerprint of the scope in the settings at the time of consent. */
  readonly scope: string;
}

export type ConsentTerms = Pick<
  ConsentNote,
  "operator" | "resourceOwner" | "repositories" | "rotationOwner" | "scope"
> & { readonly expiresAt: Date; readonly now: Date };

/**
 * Returns the phrase to type. The phrase names the owner, so that the operator cannot consent
 * without knowing the owner.
 */
export function consentPhrase(resourceOwner: string): string {
  return `use my PAT for ${resourceOwner}`;
}

/**
 * Returns why the typed text does not count as consent; undefined if it does. An empty line never
 * counts.
 */
export function checkConsentPhrase(typed: string, resourceOwner: string): string | undefined {
  const phrase = consentPhrase(resourceOwner);
  const words = typed.trim().replaceAll(/\s+/g, " ");
  if (words.toLowerCase() === phrase.toLowerCase()) return undefined;
  return words === ""
    ? `To consent, type: ${phrase}`
    : `The phrase does not match. Type: ${phrase}`;
}

export function writeConsentNote({ now, expiresAt, ...terms }: ConsentTerms): ConsentNote {
  return {
    version: 1,
    ...terms,
    consentedAt: now.toISOString(),
    phrase: consentPhrase(terms.resourceOwner),
    disclosures: patDisclosures.map(({ id }) => id),
    expiresAt: expiresAt.toISOString(),
  };
}

export const textShape = v.pipe(v.string(), v.nonEmpty());

export const timeShape = v.pipe(
  textShape,
  v.check((found) => !Number.isNaN(Date.parse(found))),
);

export const noteShape = v.object({
  version: v.literal(1),
  operator: textShape,
  consentedAt: timeShape,
  phrase: textShape,
  disclosures: v.array(textShape),
  resourceOwner: textShape,
  repositories: v.array(textShape),
  expiresAt: timeShape,
  rotationOwner: textShape,
  scope: textShape,
});

export type ConsentVerdict =
  { readonly isGiven: true } | { readonly isGiven: false; readonly reason: string };

/** Checks whether a recorded consent is still valid for the current settings. */
export function validateConsent(
  note: ConsentNote | undefined,
  current: { readonly resourceOwner: string; readonly scope: string; readonly now: Date },
): ConsentVerdict {
  const refuse = (reason: string) => ({ isGiven: false, reason }) as const;
  if (!note) return refuse("no consent is recorded; a stored PAT does not count as consent");
  const missing = patDisclosures.filter(({ id }) => !note.disclosures.includes(id));
  if (missing.length > 0) {
    return refuse(
      `these disclosures were not shown: ${missing.map(({ title }) => title).join(", ")}`,
    );
  }
  if (checkConsentPhrase(note.phrase, current.resourceOwner) !== undefined) {
    return refuse(`the consent is for ${note.resourceOwner}, not for ${current.resourceOwner}`);
  }
  if (note.scope !== current.scope) {
    return refuse("targets, APIs, mode or review destination have changed since the consent");
  }
  if (Date.parse(note.expiresAt) <= current.now.getTime()) {
    return refuse(`the consented token expired at ${note.expiresAt}`);
  }
  return { isGiven: true };
}
