import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { readPrivateKey } from "../../src/credentials/apps/private-key.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import { findCredentials } from "../../src/shared/redact.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

/** Which key is asked for: the one that is used from now on, or the one that a rotation replaces. */
export type WhichKey = "key" | "old-key";

/** Takes in an App's private key, by paste or from a file, and answers the keeper's id of it. */
export async function enterKey(
  { ask, keeper }: Pick<FlowContext, "ask" | "keeper">,
  deps: Pick<SetUpDeps, "readKeyFile">,
  role: AppRole,
  which: WhichKey = "key",
): Promise<string> {
  const id = `${role}-${which}`;
  const name = `${which === "old-key" ? "old key" : "key"} of the ${titleOf(role)}`;
  const from = await ask.choose({
    id: `${id}-from`,
    title: `Where is the ${name}?`,
    options: [
      {
        value: "file",
        label: "In a file on this machine",
        hint: "The .pem file that the browser downloaded.",
      },
      { value: "paste", label: "I paste it here", hint: "It is not shown." },
    ],
  });
  if (from === "paste") {
    const pasted = await ask.secret({
      id,
      title: which === "key" ? `Private key of the ${titleOf(role)}:` : `The ${name}:`,
      shape: "lines",
      check: (secret) => {
        const reading = readPrivateKey(secret);
        return reading.ok ? undefined : reading.because;
      },
      describe: describeKey,
    });
    return keeper.keep(normalize(keeper.require(pasted)));
  }
  const path = await ask.text({
    id: `${id}-file`,
    title: which === "key" ? "Path of the key file:" : "Path of the old key's file:",
    placeholder: "~/Downloads/gatehouse-acme-control-read.pem",
    check: refuseKeyAsPath,
  });
  return keeper.keep(normalize(await deps.readKeyFile(path)));
}

// A pasted key comes line by line: each but the last is 64 characters of base64.
const keyText = /[\r\n]|-----|BEGIN|^[A-Za-z0-9+/]{64}$/;

/** The answer is shown and recorded as it is typed, so a key or a token must not stand there. */
function refuseKeyAsPath(text: string): string | undefined {
  if (!keyText.test(text) && findCredentials(text).length === 0) return undefined;
  return 'This looks like a key, not like the path of a file. To paste a key, go back and choose "I paste it here".';
}

function describeKey(secret: Secret): string {
  const reading = readPrivateKey(secret);
  return reading.ok ? `RSA ${reading.bits}, ${reading.fingerprint}` : reading.because;
}

function normalize(secret: Secret): Secret {
  const reading = readPrivateKey(secret);
  if (reading.ok) return reading.key;
  throw new InvalidInput(`That is not the App's private key: ${reading.because}`, [
    {
      say: "Generate a key on the App's settings page and use the file that the browser downloads",
    },
  ]);
}
