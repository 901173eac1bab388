import * as v from "valibot";
import { patDisclosures } from "./disclosures.ts";

/**
 * The record of an operator's consent to a PAT, for the promotion review. It holds nothing secret.
 * Neither a stored PAT nor a failed App is consent, and a note counts only for the scope that it was given for.
 */
export interface ConsentNote {
  readonly version: 1;
  /** The account that consented. */
  readonly operator: string;
  /** ISO 8601, as all times here. */
  readonly consentedAt: string;
  /** The words that were typed. */
  readonly phrase: string;
  /** Ids of the disclosures that were shown. */
  readonly disclosures: readonly string[];
  readonly resourceOwner: string;
  readonly repositories: readonly string[];
  readonly expiresAt: string;
  readonly rotationOwner: string;
  /** Fingerprint of the settings' scope at that time. */
  readonly scope: string;
}

export type ConsentTerms = Pick<
  ConsentNote,
  "operator" | "resourceOwner" | "repositories" | "rotationOwner" | "scope"
> & { readonly expiresAt: Date; readonly now: Date };

/** What has to be typed. It names the owner, so that it cannot be typed without knowing for whom. */
export function consentPhrase(resourceOwner: string): string {
  return `use my PAT for ${resourceOwner}`;
}

/** Says why the typed words are no consent, or nothing. Enter alone never is. */
export function checkConsentPhrase(typed: string, resourceOwner: string): string | undefined {
  const phrase = consentPhrase(resourceOwner);
  const words = typed.trim().replaceAll(/\s+/g, " ");
  if (words.toLowerCase() === phrase.toLowerCase()) return undefined;
  return words === "" ? `Enter is no consent. Type: ${phrase}` : `That is not it. Type: ${phrase}`;
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

/** Something that somebody wrote. */
export const textShape = v.pipe(v.string(), v.nonEmpty());

/** A time, as a checked-in file spells it. */
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
  { readonly isGiven: true } | { readonly isGiven: false; readonly because: string };

/** Whether a note still stands for what the settings say now. */
export function validateConsent(
  note: ConsentNote | undefined,
  current: { readonly resourceOwner: string; readonly scope: string; readonly now: Date },
): ConsentVerdict {
  const refuse = (because: string) => ({ isGiven: false, because }) as const;
  if (!note) return refuse("no consent is recorded; a stored PAT is none");
  const missing = patDisclosures.filter(({ id }) => !note.disclosures.includes(id));
  if (missing.length > 0) {
    return refuse(
      `it was given without being told: ${missing.map(({ title }) => title).join(", ")}`,
    );
  }
  if (checkConsentPhrase(note.phrase, current.resourceOwner) !== undefined) {
    return refuse(`it was given for ${note.resourceOwner}, not for ${current.resourceOwner}`);
  }
  if (note.scope !== current.scope) {
    return refuse("targets, APIs, mode or review destination changed since it was given");
  }
  if (Date.parse(note.expiresAt) <= current.now.getTime()) {
    return refuse(`the token that it was given for expired at ${note.expiresAt}`);
  }
  return { isGiven: true };
}
