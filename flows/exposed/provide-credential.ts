import type { Option } from "../../src/prompts/prompter.ts";
import { roleOf, titleOfCredential } from "../../src/credentials/credential.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { classifyToken } from "../../src/credentials/pat/token.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { importKey } from "../shared/import-key.ts";
import { discardAnswerIfRefused } from "../shared/discard-answer-if-refused.ts";
import type { Using } from "./record-step.ts";

/** The exposed credential itself, if the operator has it. It is kept only in memory. */
export type Material =
  | { readonly kind: "key"; readonly secret: Secret; readonly fingerprint: string }
  | { readonly kind: "token"; readonly secret: Secret };

type Entering = Using<"ask" | "vault" | "discardAnswer">;

type Way = "file" | "paste" | "token" | "none";

/**
 * Asks for the exposed credential, so that gatehouse can verify its revocation and search logs for
 * it.
 */
export async function provideCredential(
  response: Using<"ask" | "vault" | "discardAnswer", "readKeyFile">,
  credential: StoredCredential,
): Promise<Material | undefined> {
  const isApp = roleOf(credential) !== undefined;
  const way = await response.context.ask.choose<Way>({
    id: `${credential}-available`,
    name: isApp ? "Exposed key" : "Exposed token",
    title: isApp
      ? `Do you have the ${titleOfCredential(credential)}'s exposed key?`
      : "Do you have the exposed token?",
    body: ["The credential is not shown or stored, and is sent only to the API that issued it."],
    why: "If you provide it, gatehouse can check whether it still works, and search logs and outputs for it. Otherwise, gatehouse searches only for known key and token patterns.",
    options: isApp ? keyWays : tokenWays,
  });
  if (way === "none") return undefined;
  if (way === "token") return enterToken(response, credential);
  if (way === "paste") return enterKey(response, credential, way);
  return retryWithOperator(response.context, { id: `${credential}-key-file` }, () =>
    discardAnswerIfRefused(response.context, `${credential}-key-file`, () =>
      enterKey(response, credential, way),
    ),
  );
}

const none: Option<Way> = {
  value: "none",
  label: "No",
  hint: "you confirm the revocation yourself",
};

const pasteOption = "Yes, paste it";

const keyWays: readonly Option<Way>[] = [
  { value: "file", label: "Yes, from a file", hint: "gatehouse can then verify the deletion" },
  { value: "paste", label: pasteOption, hint: "gatehouse can then verify the deletion" },
  {
    value: "token",
    label: "No, only an App token",
    hint: "gatehouse revokes it; you delete the key",
  },
  none,
];

const tokenWays: readonly Option<Way>[] = [
  { value: "token", label: pasteOption, hint: "gatehouse can then revoke it" },
  none,
];

async function enterToken({ context }: Entering, credential: StoredCredential): Promise<Material> {
  const isApp = roleOf(credential) !== undefined;
  const id = await context.ask.secret({
    id: `${credential}-token`,
    title: isApp ? "The installation token:" : "The exposed token:",
    shape: "line",
    check: (secret) => refuse(secret, isApp),
  });
  return { kind: "token", secret: context.vault.require(id) };
}

/** Rejects values that cannot be revoked. The message does not repeat the value. */
function refuse(secret: Secret, isApp: boolean): string | undefined {
  const { kind } = classifyToken(secret);
  if (isApp === (kind === "installation") && kind !== "private-key" && kind !== "unknown")
    return undefined;
  if (kind === "private-key") return "This is a private key. A token is a single line.";
  const wanted = isApp ? installationToken : patToken;
  return kind === "unknown"
    ? `This is not a known kind of token. ${wanted}`
    : `This is a different kind of token. ${wanted}`;
}

const installationToken = "An installation token begins with ghs_.";
const patToken = "A PAT begins with github_pat_, a classic one with ghp_.";

async function enterKey(
  { context, deps }: Using<"ask" | "vault" | "discardAnswer", "readKeyFile">,
  credential: StoredCredential,
  from: "file" | "paste",
): Promise<Material> {
  const { key, fingerprint } = await importKey(context, deps, {
    from,
    id: `${credential}-key`,
    pasteTitle: "The exposed private key:",
    pathTitle: "Path of the exposed key file:",
    placeholder: "~/Downloads/app.private-key.pem",
    pasteOption,
  });
  return { kind: "key", secret: key, fingerprint };
}
