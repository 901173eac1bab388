import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { readPrivateKey } from "../../src/credentials/apps/private-key.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import type { Hint } from "../../src/shared/errors.ts";
import { findCredentials } from "../../src/shared/redact.ts";
import type { Secret } from "../../src/shared/secret.ts";

export interface KeyFiles {
  readonly readKeyFile: (path: string) => Promise<Secret>;
  /**
   * Returns the reason why the key with this fingerprint cannot be used; undefined if it can be
   * used.
   */
  readonly refuseKey?: (fingerprint: string) => string | undefined;
}

export interface KeyQuestion {
  readonly id: string;
  readonly pasteTitle: string;
  readonly pathTitle: string;
  readonly placeholder: string;
  /**
   * Label of the paste option. If a key is pasted into the path field, the error names this option.
   */
  readonly pasteOption: string;
  /** Hints for an invalid key. */
  readonly hints?: readonly Hint[];
}

export interface ImportedKey {
  /** The key in the format that GitHub generates, no matter how it was copied. */
  readonly key: Secret;
  readonly fingerprint: string;
}

/**
 * Imports an App's private key, which the operator pastes or reads from a file.
 * @throws InvalidInput if the input is not a private key
 */
export async function importKey(
  { ask, vault }: Pick<FlowContext, "ask" | "vault">,
  { readKeyFile, refuseKey }: KeyFiles,
  { from, ...question }: KeyQuestion & { readonly from: "file" | "paste" },
): Promise<ImportedKey> {
  const { id, pasteTitle, pathTitle, placeholder, pasteOption } = question;
  if (from === "paste") {
    const pasted = await ask.secret({
      id,
      name: "Key",
      title: pasteTitle,
      shape: "lines",
      check: (secret) => {
        const reading = readPrivateKey(secret);
        return reading.ok ? refuseKey?.(reading.fingerprint) : reading.reason;
      },
      describe: describeKey,
    });
    return requireKey(vault.require(pasted), question, refuseKey);
  }
  // Keys by path. A file is read while the operator can still correct the path, and is not read
  // again.
  const read = new Map<string, Secret>();
  const path = await ask.text({
    id: `${id}-file`,
    name: "Key file",
    title: pathTitle,
    placeholder,
    check: (text) => refuseAsPath(text, pasteOption),
    checkAsync: async (text) => {
      try {
        const secret = await readKeyFile(text);
        read.set(text, secret);
        const reading = readPrivateKey(secret);
        return reading.ok
          ? refuseKey?.(reading.fingerprint)
          : describeNoKey(reading.reason, question.hints);
      } catch (error) {
        if (error instanceof InvalidInput) return error.message;
        throw error;
      }
    },
  });
  return requireKey(read.get(path) ?? (await readKeyFile(path)), question, refuseKey);
}

// A pasted key arrives line by line: each line except the last has 64 characters of base64.
const keyText = /[\r\n]|-----|BEGIN|^[A-Za-z0-9+/]{64}$/;

/** Rejects keys and tokens, because the answer is shown and recorded as it is typed. */
function refuseAsPath(text: string, pasteOption: string): string | undefined {
  if (text.trim() === "") return "Enter the path of the .pem file, or drop the file here.";
  if (!keyText.test(text) && findCredentials(text).length === 0) return undefined;
  return `This looks like a key, not a path. To paste a key, go back and choose "${pasteOption}".`;
}

function describeKey(secret: Secret): string {
  const reading = readPrivateKey(secret);
  return reading.ok ? `RSA ${reading.bits}, ${reading.fingerprint}` : reading.reason;
}

function describeNoKey(reason: string, hints: readonly Hint[] = []): string {
  const next = hints.map(({ text }) => ` ${text}.`).join("");
  return `This is not the App's private key: ${reason}${next}`;
}

function requireKey(
  secret: Secret,
  { hints = [] }: KeyQuestion,
  refuseKey: KeyFiles["refuseKey"],
): ImportedKey {
  const reading = readPrivateKey(secret);
  if (!reading.ok) {
    throw new InvalidInput(describeNoKey(reading.reason), hints);
  }
  // If the answer was restored from the journal, the key has not been checked yet.
  const refusal = refuseKey?.(reading.fingerprint);
  if (refusal !== undefined) throw new InvalidInput(refusal, hints);
  return { key: reading.key, fingerprint: reading.fingerprint };
}
