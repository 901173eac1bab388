import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { createPages, createRobot } from "../../emulator/signed-in.ts";
import { patScope } from "../../flows/scope/scope-bench.ts";
import { words, type Examples } from "./examples-bench.ts";
import { pull } from "./levers.ts";
import type { Reader } from "./reader.ts";

/** Commands that maintain credentials: their rotation, and the response to an exposure. */
export const careExamples: Examples = {
  "gatehouse rotate --repo acme/control": {
    says: ["choose what to rotate"],
    run: async (line, { openSetUp }) => {
      const { err } = await (await openSetUp()).run(line, { words, answers: {}, code: 2 });
      expect(err).toMatch(/does not contain an answer for "rotate-what":\s/);
    },
  },
  "gatehouse rotate --repo acme/control --app both": {
    says: ["the keys of both Apps: read, write or both", "the keys of both Apps"],
    run: async (line, { openSetUp }) => {
      const reader = await openSetUp();
      const answers = await addKeys(reader);
      const { out } = await reader.run(`${line} --no-open`, { words, answers });
      expect(out.match(/^done: (Read|Write) App key: stored SHA256:/gm)).toHaveLength(2);
      expect(out).toContain(" ✔ acme/control uses the new credentials\n");
    },
  },
  "gatehouse rotate --repo acme/control --pat": {
    says: ["the fine-grained PAT", "the PAT"],
    run: async (line, { openNew }) => {
      const reader = await openNew();
      await setUpPat(reader);
      const { out } = await reader.run(`${line} --no-open`, {
        words,
        ...consentTo("second"),
      });
      expect(out).toMatch(/^done: PAT validation: /m);
      expect(out).toContain(" ✔ acme/control uses the new credentials\n");
    },
  },

  "gatehouse exposed --repo acme/control": {
    run: async (line, { openSetUp }) => {
      const { out } = await (await openSetUp()).run(line, { words, answers: exposedKey });
      expect(out).toContain("? Which credentials may have leaked?  Read App key\n");
      expect(out).toMatch(/^ {3}State +closed$/m);
    },
  },
  "gatehouse exposed --repo acme/control --credential pat --yes": {
    run: async (line, { openSetUp }) => {
      const answers = { ...ended, "pat-available": "none", "pat-deleted": true };
      const { out } = await (await openSetUp()).run(line, { words, answers });
      // Reversible actions run; the others require an answer.
      expect(out).not.toContain("? Contain the exposure now?");
      expect(out).toContain("? Was the exposed token deleted?  Yes");
      expect(out).toMatch(/^ {3}Credentials +fine-grained PAT$/m);
    },
  },
  "gatehouse exposed --repo acme/control --report leak.txt --report leak.json": {
    run: async (line, { openSetUp }) => {
      const reader = await openSetUp();
      await reader.run(line, { words, answers: exposedKey });
      const [text = "", json = ""] = await Promise.all(
        ["leak.txt", "leak.json"].map((name) => readFile(join(reader.home, name), "utf8")),
      );
      expect(text).toMatch(/^ acme\/control {3}suspected exposure on emulator · closed\n/);
      expect(JSON.parse(json)).toMatchObject({ repository: "acme/control", state: "closed" });
    },
  },

  "gatehouse doctor": {
    says: ["check the machine and the account"],
    run: async (line, { openNew }) => {
      const { out } = await (await openNew()).run(line, { words });
      expect(out).toContain("All requirements of setup are met");
    },
  },
  "gatehouse doctor --repo acme/control": {
    says: ["also check the access to a repository"],
    run: async (line, { openNew }) => {
      const { out } = await (await openNew()).run(line, { words });
      expect(out).toMatch(/Repository +this account administers it/);
    },
  },
  "gatehouse doctor --json": {
    says: ["for a bug report; contains no secrets"],
    run: async (line, { openNew }) => {
      const { out } = await (await openNew()).run(line, { words });
      expect(JSON.parse(out)).toMatchObject({ ok: true });
    },
  },
  "gatehouse remove --repo acme/control --dry-run": {
    says: ["list everything only"],
    run: async (line, { openSetUp }) => {
      const reader = await openSetUp();
      const before = await reader.readWorld();
      const { out } = await reader.run(line, { words });
      expect(out).toContain("the secret CP_FORGE_READ_APP_PRIVATE_KEY in the repository");
      expect((await reader.readWorld()).repositories).toEqual(before.repositories);
    },
  },
  "gatehouse remove --repo acme/control": {
    says: ["show and confirm each step"],
    run: async (line, { openSetUp }) => {
      const reader = await openSetUp();
      const answers = { inventory: true, begin: "control", "stop-work": true, secrets: true };
      const files = {
        "proof-workflow": true,
        "control-file": true,
        "gatehouse-package": true,
        settings: true,
        decision: true,
      };
      const rest = { "read-app": "keep", "write-app": "keep", variables: true, machine: true };
      const { out } = await reader.run(line, {
        words,
        answers: { ...answers, ...files, ...rest },
        code: 5,
      });
      expect(out).toContain("? Delete these secrets?  Delete them\n");
      expect(out).toContain("kept by mona");
      const { repositories } = await reader.readWorld();
      const [control] = repositories.filter(({ name }) => name === "control");
      expect(control).toMatchObject({ secrets: [], variables: [] });
    },
  },
};

const ended = {
  since: "1d",
  "pat-rotation": "reported",
  "read-app-rotation": "reported",
  "switches-on": true,
};
const exposedKey = {
  ...ended,
  credentials: ["read-app"],
  contain: true,
  "read-app-available": "none",
  "read-app-deleted": true,
  "review-mode": true,
};

/**
 * Adds a key to each App on its page, as an operator does for a rotation. Returns the answers to
 * the subsequent questions.
 */
export async function addKeys(reader: Reader): Promise<object> {
  const roles = ["read", "write"];
  const letters = new Map<string, string>();
  await reader.visitForge(async (forge) => {
    for (const role of roles) {
      const page = `/organizations/acme/settings/apps/gatehouse-acme-control-${role}`;
      const app = `${forge.origin}${page}`;
      const html = await (await createPages(forge).open(app)).text();
      // The old key is identified by the first letters of the fingerprint on the page.
      letters.set(role, /<code>SHA256:(.{4})/.exec(html)?.[1] ?? "");
      await reader.save(`${role}.pem`, (await createRobot().generateKey(app)).reveal());
    }
  });
  const answers = roles.flatMap((role) => [
    [`${role}-new-key`, true],
    [`${role}-key-from`, "file"],
    [`${role}-key-file`, `${role}.pem`],
    [`${role}-old-key-at-hand`, false],
    [`${role}-end-key`, letters.get(role)],
    [`${role}-revoke`, "deleted"],
  ]);
  return { "rotation-plan": true, ...Object.fromEntries(answers) };
}

/**
 * Creates a control plane with a PAT, for an owner that does not approve Apps, and the file of a
 * second PAT.
 */
async function setUpPat(reader: Reader): Promise<void> {
  await reader.visitForge(async (forge) => {
    await pull(forge, "PATCH", "world", {
      organizations: { acme: { members: { mona: "member", hubot: "admin" } } },
      repositories: { "acme/control": { collaborators: { mona: "admin" } } },
    });
    for (const [name, days] of Object.entries({ first: 20, second: 29 })) {
      const made = Object(await pull(forge, "POST", "tokens", patFor(days)));
      await reader.save(name, String(made.token));
    }
  });
  const line = "gatehouse setup --repo acme/control --no-open";
  // The control file is left for later, so the setup is incomplete.
  await reader.run(line, { words, ...consentTo("first"), code: 5 });
}

/** Returns the answers of an operator who consents to the token in this file. */
function consentTo(file: string): { answers: object; secrets: object } {
  const answers = { ...patScope, "rotation-plan": true, "pat-revoke": "done" };
  return { answers, secrets: { "pat-token": { file } } };
}

function patFor(days: number): object {
  return {
    user: "mona",
    kind: "fine-grained",
    owner: "acme",
    repositories: ["acme/control", "acme/api"],
    permissions: { contents: "read", actions: "read" },
    expiresAt: new Date(Date.now() + days * 86_400_000).toISOString(),
  };
}
