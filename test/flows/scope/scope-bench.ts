import { renderSettings } from "../../../src/plane/scope/settings.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRobot } from "../../emulator/signed-in.ts";
import { patSecret } from "../../../src/credentials/records.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { connectInProcess } from "../setup/connect-in-process.ts";
import {
  openBench,
  repository,
  type FlowBench,
  type SetUpOptions,
  type SetUpRun,
} from "../setup/bench.ts";

export interface ScopeBench extends FlowBench {
  /** Makes the operator a member who administers only the control repository. */
  leaveOwners(): Promise<void>;
  changeWorld(wanted: object): Promise<void>;
  /**
   * Creates a token and saves it for the operator. By default, the token is the operator's own and
   * valid.
   */
  saveToken(change?: object): Promise<SavedToken>;
  /** Stores a token in the existing environment, as a user does by hand. */
  storePat(token: string): Promise<void>;
  /** Returns the text of a file in the control repository; undefined if the file does not exist. */
  file(path: string): Promise<string | undefined>;
  /** Commits a file as another user. */
  commit(path: string, text: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  /** Returns the requests that change something, as "METHOD path". */
  changes(): string[];
  setUpScope(given: ScopeAnswers, options?: SetUpOptions): Promise<SetUpRun>;
}

interface SavedToken {
  readonly token: string;
  readonly secrets: { "pat-token": { file: string } };
  readonly expiresAt: string;
}

/** Answers by question id. `undefined` removes an answer. */
export type ScopeAnswers = Readonly<Record<string, unknown>>;

export const settingsFile = ".forge/control-plane.json";
export const decisionFile = ".forge/control-plane-decision.json";
export const inDays = (days: number) =>
  new Date(Math.floor(Date.now() / 1000 + days * 86_400) * 1000).toISOString();

/** A settings file written by hand. */
export const byHand = renderSettings({
  $schema: "https://example.com/control-plane.schema.json",
  version: 1,
  targets: ["acme/web"],
  allowedOwners: ["acme"],
  mode: "review",
  destination: "control",
  caps: { repositories: 3, dispatches: 2 },
  workers: ["worker.lock.yml"],
  packages: [
    { name: "audit", apis: ["contents"], permissions: { issues: "read" }, killSwitch: "AUDIT_ON" },
  ],
  environment: "guarded",
  rotationOwner: "olga",
});

export const idsOf = (asked: readonly { readonly id: string }[]) => asked.map(({ id }) => id);

/** Answers that describe a scope. By default: public targets in review mode. */
export const described: ScopeAnswers = {
  scope: "describe",
  targets: ["acme/web"],
  mode: "review",
  destination: "control",
  limits: "usual",
  "has-packages": "none",
  "settings-commit": "commit",
  "profile-workflow-token": true,
  "profile-app-read": true,
  "profile-app-write": true,
  "profile-app-read-write": true,
};

/** Additional answers of an operator whose organization does not approve Apps. */
export const agreed: ScopeAnswers = {
  "billing-administrator": "hubot",
  "billing-confirmed": true,
  "app-installable": "no",
  "no-profile": "pat",
  "pat-owner": "yes",
  "pat-policy": "yes",
  "pat-approval": "yes",
  "pat-limits": "yes",
  "pat-lifetime": "30",
  "pat-rotation-owner": "olga",
  "pat-conditions": true,
  "pat-notice": "read",
  "pat-consent": "use my PAT for acme",
  "pat-create": true,
  "profile-pat": true,
};

export const privateScope: ScopeAnswers = { ...described, targets: ["acme/api"] };
export const patScope: ScopeAnswers = { ...privateScope, ...agreed };

export async function openScopeBench(): Promise<ScopeBench> {
  const bench = await openBench();
  let count = 0;
  const send: FlowBench["send"] = async (...request) => {
    const answer = await bench.send(...request);
    if (answer.status >= 400 && answer.status !== 404) {
      throw new Error(`${request[0]} ${request[1]} answered ${JSON.stringify(answer)}`);
    }
    return answer;
  };
  const contents = (path: string) => `/repos/acme/control/contents/${path}`;
  const shaOf = async (path: string) =>
    ((await send("GET", contents(path))).json as { sha?: string }).sha;
  const changeWorld = async (wanted: object) =>
    void (await send("PATCH", "/_emulator/world", wanted));
  return {
    ...bench,
    changeWorld,
    leaveOwners: () =>
      changeWorld({
        organizations: { acme: { members: { mona: "member", hubot: "admin" } } },
        repositories: { "acme/control": { collaborators: { mona: "admin" } } },
      }),
    saveToken: async (change = {}) => {
      const usual = {
        user: "mona",
        kind: "fine-grained",
        owner: "acme",
        repositories: ["acme/control", "acme/api"],
        permissions: { contents: "read", actions: "read" },
        expiresAt: inDays(30),
      };
      const wanted = { ...usual, ...change };
      const { token } = (await send("POST", "/_emulator/tokens", wanted)).json as { token: string };
      const file = join(bench.folder, `token-${(count += 1)}`);
      writeFileSync(file, `${token}\n`, { mode: 0o600 });
      return { token, secrets: { "pat-token": { file } }, expiresAt: wanted.expiresAt };
    },
    storePat: (token) =>
      connectInProcess(bench.emulator).cli.setSecret(
        { repository, name: patSecret, environment: "control-plane" },
        new Secret(token),
      ),
    file: async (path) => {
      const { content } = (await send("GET", contents(path))).json as { content?: string };
      return content === undefined ? undefined : Buffer.from(content, "base64").toString();
    },
    commit: async (path, text) => {
      const sha = await shaOf(path);
      const content = Buffer.from(text).toString("base64");
      await send("PUT", contents(path), { message: "Manually", content, ...(sha && { sha }) });
    },
    removeFile: async (path) => {
      const body = { message: "Away", sha: await shaOf(path) };
      await send("DELETE", contents(path), body);
    },
    changes: () =>
      bench.emulator
        .requests()
        .filter(({ method, path }) => method !== "GET" && !/_emulator|graphql/.test(path))
        .map(({ method, path }) => `${method} ${path}`),
    setUpScope: (answers, options = {}) => bench.setUp({ openLink: click, ...options, answers }),
  };
}

const click: NonNullable<SetUpOptions["openLink"]> = async (link, selection) => {
  // The token page is for the operator. The test already has the token.
  if (!link.includes("personal-access-tokens")) {
    await createRobot(selection ? { selection } : {}).visit(link);
  }
  return true;
};

/** Returns the decision as stored on the forge. */
export async function readDecision(bench: ScopeBench) {
  return JSON.parse((await bench.file(decisionFile)) ?? "null") as {
    choice: { profile: string; readApp: boolean; writeApp: boolean; pat: boolean };
    entitlement: { state: string; confirmation?: object };
    consent?: Record<string, unknown>;
  } | null;
}
