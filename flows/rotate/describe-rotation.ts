import type { StoredCredential } from "../../src/credentials/credential.ts";

/** What a rotation is going to do, told before it does any of it. */
export function describeRotation(credentials: readonly StoredCredential[]): string[] {
  const hasKeys = credentials.some((each) => each !== "pat");
  const hasPat = credentials.includes("pat");
  return [
    "In this order, and never the third before the second:",
    "",
    hasKeys
      ? "1. You add a key on each App's page and bring it here; it is proved and stored over the old one."
      : "1. You consent anew, create a token with the same or narrower access, and bring it; it is stored.",
    "2. Runs in the control repository use what is stored: a proof run, and a review of each package.",
    hasKeys
      ? "3. The old one is revoked. Only a person can delete an App's key; the page is opened for you."
      : "3. The old one is revoked: from here when you have it, otherwise by you on the forge's page.",
    "4. What is stored is used once more, and access and permissions are looked at again.",
    ...(hasKeys && hasPat ? ["", "The token follows after the keys, in the same order."] : []),
    "",
    "Until the third step the old one works. Stop whenever you like; the same command goes on from there.",
  ];
}
