import type { Option } from "../../src/prompts/prompter.ts";
import { roleOf, titleOfCredential } from "../../src/credentials/credential.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { classifyToken } from "../../src/credentials/pat/token.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { importKey } from "../shared/import-key.ts";
import { discardAnswerIfRefused } from "../shared/discard-answer-if-refused.ts";
import type { Using } from "./record-step.ts";

/** The exposed credential itself, where the operator has it. It stays in memory. */
export type Material =
  | { readonly kind: "key"; readonly secret: Secret; readonly fingerprint: string }
  | { readonly kind: "token"; readonly secret: Secret };

type Entering = Using<"ask" | "vault" | "discardAnswer">;

type Way = "file" | "paste" | "token" | "none";

/** Asks for the exposed credential: with it, its end can be proved, and logs be searched for it. */
export async function provideCredential(
  response: Using<"ask" | "vault" | "discardAnswer", "readKeyFile">,
  credential: StoredCredential,
): Promise<Material | undefined> {
  const isApp = roleOf(credential) !== undefined;
  const way = await response.context.ask.choose<Way>({
    id: `${credential}-at-hand`,
    name: isApp ? "Exposed key" : "Exposed token",
    title: isApp
      ? `Do you have the exposed key of the ${titleOfCredential(credential)}?`
      : "Do you have the exposed token?",
    body: ["It is not shown, not stored, and sent to nobody but the forge."],
    why: "With it, the forge itself can be asked whether it is dead, and logs and outputs be searched for it. Without it, the search goes by what keys and tokens look like.",
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
  hint: "its end is then your word, not a proof",
};

const pasteOption = "Yes, I paste it";

const keyWays: readonly Option<Way>[] = [
  { value: "file", label: "Yes, in a file", hint: "its deletion can then be proved" },
  { value: "paste", label: pasteOption, hint: "the same, without a file" },
  {
    value: "token",
    label: "A token made with it",
    hint: "ended at once; the key is deleted by hand",
  },
  none,
];

const tokenWays: readonly Option<Way>[] = [
  { value: "token", label: pasteOption, hint: "it can then be revoked from here" },
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

/** What the forge would not take for an end. The text repeats nothing of the value. */
function refuse(secret: Secret, isApp: boolean): string | undefined {
  const { kind } = classifyToken(secret);
  if (isApp === (kind === "installation") && kind !== "private-key" && kind !== "unknown")
    return undefined;
  if (kind === "private-key") return "This is a private key. A token is one line.";
  const wanted = isApp ? installationToken : patToken;
  return kind === "unknown"
    ? `This is no token of the forge. ${wanted}`
    : `This is another kind of token. ${wanted}`;
}

const installationToken = "An installation token begins with ghs_.";
const patToken = "A PAT begins with github_pat_, an older one with ghp_.";

async function enterKey(
  { context, deps }: Using<"ask" | "vault" | "discardAnswer", "readKeyFile">,
  credential: StoredCredential,
  from: "file" | "paste",
): Promise<Material> {
  const { key, fingerprint } = await importKey(context, deps, {
    from,
    id: `${credential}-key`,
    pasteTitle: "The exposed private key:",
    pathTitle: "Path of the exposed key's file:",
    placeholder: "~/Downloads/app.private-key.pem",
    pasteOption,
  });
  return { kind: "key", secret: key, fingerprint };
}
