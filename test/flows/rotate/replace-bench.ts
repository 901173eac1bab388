import { replaceKey, type ReplaceKeyDeps } from "../../../flows/rotate/replace-key.ts";
import { KeyRefused } from "../../../src/credentials/apps/key-refused.ts";
import { readPrivateKey } from "../../../src/credentials/apps/private-key.ts";
import type { AppClient } from "../../../src/credentials/apps/app-client.ts";
import { appRecords } from "../../../src/credentials/records.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { claimKey } from "../../keys/ready-keys.ts";
import { quickPause } from "../shared/quick-pause.ts";
import { runStep, type StepOptions } from "../shared/run-step.ts";
import { at, location, ready } from "./rotations.ts";

/* Tests the replacement of an App's key without the later steps. */

export const pages = "https://github.com/organizations/acme/settings/apps";
export const clientId = "Iv1.read";
export const slug = "gatehouse-acme-control-read";
const readPem = () => claimKey().export({ type: "pkcs1", format: "pem" }).toString();
export const files: Readonly<Record<string, string>> = {
  "new.pem": readPem(),
  "old.pem": readPem(),
  "strange.pem": readPem(),
};
export const fingerprintOf = (file: string) => {
  const reading = readPrivateKey(new Secret(files[file] ?? ""));
  return reading.ok ? reading.fingerprint : "";
};

/** Creates an App client that accepts two keys and rejects an unknown one. */
export function appClient(id: string, key: Secret) {
  const isKnown = id === clientId && key.reveal() !== files["strange.pem"];
  const refusal = { status: 401, request: "GET /app", message: "Bad credentials" };
  const app = () =>
    isKnown
      ? Promise.resolve({ clientId: "Iv1.read", slug, owner: "Acme" })
      : Promise.reject(new KeyRefused(refusal));
  return { app } as unknown as AppClient;
}

export async function replace(given: Partial<ReplaceKeyDeps> & StepOptions = {}) {
  const stored: string[] = [];
  const opened: string[] = [];
  const deps: ReplaceKeyDeps = {
    ...location,
    now: () => new Date(at),
    pause: quickPause,
    readRecords: () =>
      Promise.resolve({
        variables: new Map([[appRecords.read.variable, clientId]]),
        secrets: new Set<string>(),
        secretDates: new Map<string, string>(),
      }),
    listInstallations: () =>
      Promise.resolve([{ clientId: "Iv1.other" }, { clientId, appSlug: slug }] as Installation[]),
    findApp: () => Promise.resolve(undefined),
    readKnownSteps: () => Promise.resolve({ setUp: new Map(), rotation: new Map() }),
    openLink: (link) => Promise.resolve(opened.push(link) > 0),
    readKeyFile: (path) => Promise.resolve(new Secret(files[path] ?? "")),
    storeCredential: ({ role, clientId: id, key }) => {
      const file = Object.keys(files).find((name) => files[name] === key.reveal());
      stored.push(`${role} ${id} ${file ?? "?"}`);
      return Promise.resolve();
    },
    appClient,
    runProof: () => Promise.reject(new Error("nothing is run")),
    ...given,
  };
  const open = { startedAt: at, by: "mona", credentials: ["read-app"] } as const;
  const answers = { ...bringing, ...given.answers };
  const run = await runStep((context) => replaceKey(context, deps, { role: "read", ready, open }), {
    ...given,
    answers,
  });
  return { ...run, stored, opened };
}

const bringing = {
  "read-new-key": true,
  "read-key-from": "file",
  "read-key-file": "new.pem",
  "read-old-key-at-hand": false,
};
export const withOld = (file: string) => ({
  "read-old-key-at-hand": true,
  "read-old-key-from": "file",
  "read-old-key-file": file,
});
