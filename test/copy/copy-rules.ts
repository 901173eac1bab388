/** A wording that the lint refuses, and the wording to use. */
interface CopyRule {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** A space, or the end of a line and the comment mark of the next one. */
const space = String.raw`(?: |\s*\n[ \t]*(?:\*|//|#)?[ \t]*)`;

/** Wordings that technical English does not have, or has in another sense. */
const copyRules: readonly CopyRule[] = [
  rule(/mend(s|ed|ing)?/, "fix, repair"),
  rule(/anew/, "again"),
  rule(/(is|are|was|were) no(?! (longer|more|less)\b)/, "negate the verb: is not a", /\bthere /),
  // Debian has a user named "nobody".
  rule(/(some|every|any|no)body|whoever/, "a user, the caller, all users", /`/),
  rule(/told/, "reported, unverified"),
  rule(/stands? in/, "is in"),
  rule(/(leads?|led) to/, "points to, redirects to, causes"),
  rule(/shall/, "must, should"),
  rule(/(leaves?|left|leaving) away/, "omit"),
  rule(/belongs? into/, "belongs in"),
  rule(/how manieth/, "position, index"),
  rule(/goes on by itself/, "continues automatically"),
  rule(/as far as/, "if, to the extent that"),
  rule(/besides/, "also, except"),
  rule(/meanwhile/, "since then"),
  rule(/all the same/, "anyway"),
  rule(/look(s|ed|ing)? (at|into)/, "check, inspect, read"),
  rule(/(says|said|saying)/, "reports, prints, states"),
  rule(/carr(y|ies|ied|ying) out/, "apply, perform"),
  rule(/hand(s|ed|ing)? (over|on)/, "pass, forward"),
  rule(/judge[sd]?|judging|weigh(s|ed|ing)?/, "review, evaluate, check"),
  rule(/for good/, "permanently"),
  rule(/and the like/, "such as"),
];

/** Words that an identifier must not have, whatever its case. */
const nameRules: readonly CopyRule[] = [
  name(/says?|said|tells?|told|telling/, "format, describe, report, print"),
  name(/mend(s|ed)?/, "fix, repair"),
  name(/wish(es)?/, "options, request"),
  name(/brings?|brought/, "install, provide, add"),
  name(/weigh(s|ed)?|judge[sd]?/, "lint, check, evaluate"),
  name(/because/, "reason"),
  name(/anew/, "again"),
  name(/whoever|somebody|besides/, "name the actor or the list"),
];

/** A refused wording in a text. */
export interface CopyFinding {
  /** Position of the wording's first character in the text. */
  readonly at: number;
  readonly found: string;
  readonly instead: string;
}

/**
 * Finds refused wordings in prose. A wording can continue on the next line, behind the mark of a
 * comment.
 */
export function lintCopy(text: string): CopyFinding[] {
  return copyRules.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ at: index, found, instead })),
  );
}

/** Finds refused words in the identifiers of a source. */
export function lintNames(source: string): CopyFinding[] {
  return [...source.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap(({ index, 0: found }) => {
    const words = found.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2");
    if (words === found) return [];
    return nameRules
      .filter(({ pattern }) => pattern.test(words))
      .map(({ instead }) => ({ at: index, found, instead }));
  });
}

/** @param after matches text that allows the wording if it ends directly before it */
function rule(words: RegExp, instead: string, after?: RegExp): CopyRule {
  const exception = after ? `(?<!${after.source})` : "";
  const body = words.source.replaceAll(" ", space);
  return { pattern: new RegExp(String.raw`${exception}\b(?:${body})\b`, "gi"), instead };
}

function name(words: RegExp, instead: string): CopyRule {
  return { pattern: new RegExp(String.raw`\b(?:${words.source})\b`, "i"), instead };
}
