import type { Option } from "../../src/asking/prompter.ts";
import { roleOf, titleOfCredential } from "../../src/credentials/credential.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { classifyToken } from "../../src/credentials/pat/token.ts";
import { readPrivateKey } from "../../src/credentials/apps/private-key.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { insist } from "../shared/insist.ts";
import type { Using } from "./record-step.ts";

/** The exposed credential itself, where the operator has it. It stays in memory. */
export type Material =
  | { readonly kind: "key"; readonly secret: Secret; readonly fingerprint: string }
  | { readonly kind: "token"; readonly secret: Secret };

type Entering = Using<"ask" | "keeper">;

type Way = "file" | "paste" | "token" | "none";

/** Asks for the exposed credential: with it, its end can be proved, and logs be searched for it. */
export async function bringCredential(
  response: Using<"ask" | "keeper", "readKeyFile">,
  credential: StoredCredential,
): Promise<Material | undefined> {
  const isApp = roleOf(credential) !== undefined;
  const way = await response.context.ask.choose<Way>({
    id: `${credential}-at-hand`,
    title: `Is the exposed credential at hand (${titleOfCredential(credential)})?`,
    body: ["It is not shown, not stored, and sent to nobody but the forge."],
    why: "With it, the forge itself can be asked whether it is dead, and logs and outputs be searched for it.",
    options: isApp ? keyWays : tokenWays,
  });
  if (way === "none") return undefined;
  if (way === "token") return enterToken(response, credential);
  return way === "file" ? readKey(response, credential) : pasteKey(response, credential);
}

const none: Option<Way> = {
  value: "none",
  label: "No",
  hint: "Its end is then your word, and the search goes by what keys and tokens look like.",
};

const keyWays: readonly Option<Way>[] = [
  { value: "file", label: "Yes, the key is in a file" },
  { value: "paste", label: "Yes, I paste the key" },
  { value: "token", label: "Only a token that was made with the key" },
  none,
];

const tokenWays: readonly Option<Way>[] = [{ value: "token", label: "Yes, I paste it" }, none];

async function enterToken({ context }: Entering, credential: StoredCredential): Promise<Material> {
  const isApp = roleOf(credential) !== undefined;
  const id = await context.ask.secret({
    id: `${credential}-token`,
    title: isApp ? "The installation token:" : "The exposed token:",
    shape: "line",
    check: (secret) => refuse(secret, isApp),
  });
  return { kind: "token", secret: context.keeper.require(id) };
}

/** What the forge would not take for an end. The text repeats nothing of the value. */
function refuse(secret: Secret, isApp: boolean): string | undefined {
  const { kind } = classifyToken(secret);
  if (kind === "private-key") return "This is a private key; a token is one line.";
  if (kind === "unknown") return "This is no token of the forge.";
  if (isApp === (kind === "installation")) return undefined;
  return isApp ? "This is no installation token." : "This is an installation token, not a PAT.";
}

async function pasteKey({ context }: Entering, credential: StoredCredential): Promise<Material> {
  const id = await context.ask.secret({
    id: `${credential}-key`,
    title: "The exposed private key:",
    shape: "lines",
    check: (secret) => {
      const reading = readPrivateKey(secret);
      return reading.ok ? undefined : reading.because;
    },
    describe: (secret) => {
      const reading = readPrivateKey(secret);
      return reading.ok ? reading.fingerprint : reading.because;
    },
  });
  return toKey(context.keeper.require(id));
}

function readKey(
  { context, deps }: Using<"ask", "readKeyFile">,
  credential: StoredCredential,
): Promise<Material> {
  return insist(context, { id: `${credential}-key-file` }, async () => {
    const path = await context.ask.text({
      id: `${credential}-key-file`,
      title: "Path of the exposed key's file:",
      placeholder: "~/Downloads/app.private-key.pem",
    });
    return toKey(await deps.readKeyFile(path));
  });
}

function toKey(secret: Secret): Material {
  const reading = readPrivateKey(secret);
  if (!reading.ok) throw new InvalidInput(`That is not an App's private key: ${reading.because}`);
  return { kind: "key", secret: reading.key, fingerprint: reading.fingerprint };
}
