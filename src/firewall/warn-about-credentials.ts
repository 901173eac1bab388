import type { LoadedSettings } from "./load-settings.ts";
import { proveClaim } from "./rules/prove-claim.ts";

/** Returns the reasons why credentials in the rules would not be used. */
export function warnAboutCredentials({
  policy,
  book,
  unapproved,
}: Pick<LoadedSettings, "policy" | "book" | "unapproved">): string[] {
  if (!policy || !book || book.credentials.length === 0) return [];
  const unused = book.credentials.flatMap((credential) => {
    const never = { ...credential, scheme: "https" } as const;
    const { kind } = proveClaim({ never, except: [] }, { policy, book });
    const { id, text } = credential.rule;
    return kind === "holds"
      ? `${id}: no rule allows a request to ${text}, so its credential is not used.`
      : [];
  });
  const waiting = unapproved.map(
    ({ path }) =>
      `A run would fail here: the rules contain credentials, but you have not approved this version of ${path}.`,
  );
  return [...waiting, ...unused];
}
