import type { Material } from "../../../flows/exposed/provide-credential.ts";
import { endKey } from "../../../flows/exposed/revoke-key.ts";
import type { ExposedApp } from "../../../src/plane/exposed/find-exposed-app.ts";
import type { AppClient } from "../../../src/credentials/apps/app-client.ts";
import { KeyRefused } from "../../../src/credentials/apps/key-refused.ts";
import type { Liveness } from "../../../src/credentials/revoke-token.ts";
import { ForgeUnreachable } from "../../../src/forge/forge-errors.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { respondWith, type Given } from "./step-bench.ts";

export const fingerprint = "SHA256:leaked";
const secret = new Secret("the leaked key");
const key: Material = { kind: "key", secret, fingerprint };
const app: ExposedApp = { clientId: "Iv1.write", slug: "the-app", installationId: 7 };
export const page = "https://github.com/organizations/acme/settings/apps/the-app";
const refusal = { status: 401, request: "GET /app", message: "Bad credentials" };

/** The responses of a forge to an exposed key and to its App. */
export interface Forge {
  /** Responses to the key, one per check; the last one repeats. */
  readonly key?: readonly Liveness[];
  /** Accounts on which the App is installed, one list per check; the last one repeats. */
  readonly installed?: readonly (readonly string[])[];
  readonly uninstall?: () => Promise<void>;
}

export function forgeOf({ key: answers = [], installed = [[]], uninstall }: Forge) {
  const done: string[] = [];
  const checks = { key: 0, installed: 0 };
  const report = () => answers[Math.min(checks.key++, answers.length - 1)] ?? "unknown";
  const client = {
    app: () => {
      done.push("tried");
      const liveness = report();
      if (liveness === "works") return Promise.resolve({});
      const silence = new ForgeUnreachable({ request: "GET /app", reason: "it is gone" });
      return Promise.reject(liveness === "refused" ? new KeyRefused(refusal) : silence);
    },
    installations: () => {
      const accounts = installed[Math.min(checks.installed++, installed.length - 1)] ?? [];
      const list = accounts.map((account, id) => ({ id, account, selection: "selected" }));
      return Promise.resolve(list as unknown as Installation[]);
    },
    uninstall: ({ id }: Pick<Installation, "id">) => {
      done.push(`uninstalled ${id}`);
      return uninstall?.() ?? Promise.resolve();
    },
  } as unknown as AppClient;
  return { client, done };
}

/** Revokes the write App's key with this credential, on such a forge. */
export function end(
  given: Given & Forge & { material?: Material; isGone?: true; found?: ExposedApp },
) {
  const { client, done } = forgeOf(given);
  const deps = {
    findApp: (role: string) => {
      if (role !== "write") throw new TypeError(`the ${role} App is not exposed`);
      return Promise.resolve("found" in given ? given.found : app);
    },
    appClient: (clientId: string, used: Secret) => {
      done.push(`as ${clientId}${used === secret ? "" : " with another key"}`);
      return client;
    },
    openLink: (link: string) => {
      done.push(link);
      return Promise.resolve(true);
    },
    ...given.deps,
  };
  const material = given.isGone ? undefined : (given.material ?? key);
  const options = { ...given, deps };
  return respondWith(
    (response) => endKey(response, { credential: "write-app", material, way: "round 1" }),
    options,
  ).then((run) => ({ ...run, done, results: run.entries.map(resultOf) }));
}

const resultOf = ({ step, result }: { step: string; result: string }) => `${step}: ${result}`;
