import type { SetUpDeps } from "../../flows/setup/set-up-deps.ts";
import { decisionPath, settingsPath } from "../control/scope/control-files.ts";
import { controlFilePath } from "../control/shared-control/control-file.ts";
import { appRecords, patSecret } from "../credentials/records.ts";

/** What changes something on the forge. */
type Changing = Pick<
  SetUpDeps,
  | "profile"
  | "convertCode"
  | "storeCredential"
  | "dropCredential"
  | "storePat"
  | "writeSettings"
  | "writeDecision"
  | "writeControlFile"
  | "ensureEnvironment"
  | "checkStoredPat"
  | "runProof"
>;

const tried = "had a run try what is stored";

/**
 * The same hands, watched: what they changed on the forge in this run, a line each, in its order. What an earlier run
 * did is no change of this one.
 */
export function watchChanges<Deps extends Changing>(
  deps: Deps,
): { readonly deps: Deps; readonly changes: () => readonly string[] } {
  const changes = new Set<string>();
  const note = (change: string) => void changes.add(change);
  const { brand } = deps.profile;
  const watched: Omit<Changing, "profile"> = {
    convertCode: async (code, options) => {
      const made = await deps.convertCode(code, options);
      note(`made the App ${made.app.slug}`);
      return made;
    },
    storeCredential: async (credential, signal) => {
      await deps.storeCredential(credential, signal);
      const { variable, secret } = appRecords[credential.role];
      note(`stored ${variable} and ${secret}`);
    },
    dropCredential: async (role) => {
      await deps.dropCredential(role);
      const { variable, secret } = appRecords[role];
      note(`removed ${variable} and ${secret}`);
    },
    storePat: async (environment, token) => {
      await deps.storePat(environment, token);
      note(`stored ${patSecret} in the environment ${environment}`);
    },
    writeSettings: async (...given) => {
      await deps.writeSettings(...given);
      note(`committed ${settingsPath(brand)}`);
    },
    writeDecision: async (...given) => {
      await deps.writeDecision(...given);
      note(`committed ${decisionPath(brand)}`);
    },
    writeControlFile: async (text) => {
      await deps.writeControlFile(text);
      note(`committed ${controlFilePath(brand)}`);
    },
    ensureEnvironment: async (name) => {
      const environment = await deps.ensureEnvironment(name);
      if (environment.isNew) note(`made the environment ${name}`);
      return environment;
    },
    checkStoredPat: async (environment, say, signal) => {
      const check = await deps.checkStoredPat(environment, say, signal);
      note(tried);
      return check;
    },
    runProof: async (say, signal) => {
      const proof = await deps.runProof(say, signal);
      note(tried);
      return proof;
    },
  };
  return { deps: { ...deps, ...watched }, changes: () => [...changes] };
}
