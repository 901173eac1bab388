import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Back } from "../../../src/prompts/prompter.ts";
import { inDays, openScopeBench, patScope, readDecision } from "../scope/scope-bench.ts";
import type { ScopeBench } from "../scope/scope-bench.ts";

const pem = `-----BEGIN ${"RSA PRIVATE"} KEY-----`;
const secretPath = "/repos/acme/control/environments/control-plane/secrets/CP_FORGE_TOKEN";
const isStored = async (bench: ScopeBench) => (await bench.send("GET", secretPath)).status === 200;

async function openPatBench() {
  const bench = await openScopeBench();
  await bench.leaveOwners();
  return bench;
}

function saveText(bench: ScopeBench, text: string) {
  const file = join(bench.folder, "entered");
  writeFileSync(file, text, { mode: 0o600 });
  return { "pat-token": { file } };
}

describe("a token of the wrong kind is refused without printing it:", () => {
  test.each([
    [
      "a classic token",
      `ghp_${"a1B2".repeat(9)}`,
      "This is a classic PAT, which can access all your repositories.",
    ],
    [
      "a classic token in the old format",
      "0123456789abcdef".repeat(3).slice(0, 40),
      "This is a classic PAT, which can access all your repositories.",
    ],
    ["an OAuth token", `gho_${"a1B2".repeat(9)}`, "This is an OAuth token."],
    [
      "an App installation token",
      `ghs_${"a1B2".repeat(9)}`,
      "This is an App installation token, which expires within an hour.",
    ],
    [
      "an App installation token in the new format",
      `ghs_123_${"eyJhbGci".repeat(9)}`,
      "This is an App installation token, which expires within an hour.",
    ],
    ["an App user token", `ghu_${"a1B2".repeat(9)}`, "This is an App's user access token."],
    ["a refresh token", `ghr_${"a1B2".repeat(9)}`, "This is a refresh token."],
    ["an App's private key", `${pem} c2VjcmV0c2VjcmV0`, "This is an App's private key."],
    ["any other text", "hunter2-hunter2-hunter2", "This is not a fine-grained PAT."],
    [
      "an incomplete token",
      `github_pat_${"a1B2".repeat(5)}-${"c3D4".repeat(5)}`,
      "copy the complete token again",
    ],
    ["nothing", "  ", "no value found"],
  ])("%s", async (_, text, complaint) => {
    const bench = await openPatBench();
    const { error, text: message } = await bench.setUpScope(patScope, {
      secrets: saveText(bench, text),
    });
    expect(error).toMatchObject({ exitCode: 2 });
    expect(error?.message).toContain(complaint);
    const inside = text.replace(/^\w{3}_|^-+BEGIN [A-Z ]+-+/, "").trim() || "an empty text";
    expect(`${message}${error?.stack}`).not.toContain(inside.slice(0, 8));
    expect(await isStored(bench)).toBe(false);
    expect(await readDecision(bench)).toBeNull();
  });
});

const unfit: Record<string, [object, string, string]> = {
  "that cannot access any repository": [
    { repositories: [] },
    "The token cannot access acme/control, acme/api.",
    "Check the token's resource owner, repositories and permissions",
  ],
  "that cannot access one repository": [
    { repositories: ["acme/control"] },
    "The token cannot access acme/api.",
    "Check the token's resource owner, repositories and permissions",
  ],
  "of another resource owner": [
    { owner: "mona", repositories: ["mona/notes"] },
    "The token cannot access acme/control, acme/api.",
    "Check the token's resource owner",
  ],
  "that waits for approval": [
    { pending: true },
    "The token cannot access acme/control, acme/api.",
    "If an organization has to approve the token first, try again after its approval",
  ],
  "that can access more repositories": [
    { repositories: ["acme/control", "acme/api", "acme/infra"] },
    "The token can access more than the consent allows: acme/infra.",
    "Select exactly the repositories of the scope on the token's page:",
  ],
  "for all repositories": [
    { repositories: undefined },
    "The token can access more than the consent allows: acme/infra.",
    "Select exactly the repositories of the scope on the token's page:",
  ],
  "that has expired": [
    { expiresAt: inDays(-1) },
    "The token was rejected: it has expired or was revoked.",
    "Copy the complete token again, or create a new one",
  ],
  "without an expiry": [
    { expiresAt: undefined },
    "The token never expires; create one with an expiry.",
    "Create another token",
  ],
  "that is valid longer than agreed": [
    { expiresAt: inDays(90) },
    "days, but you agreed to a lifetime of 30 days.",
    "Create another token that expires in 30 days, and delete this one",
  ],
  "of another user": [
    { user: "hubot" },
    "The token belongs to hubot, but you are signed in as mona.",
    "Create the token as mona, or sign in as hubot and consent with that account",
  ],
};

describe("a token", () => {
  test.each(Object.entries(unfit))(
    "%s is rejected with a fix, and nothing is stored",
    async (_, [change, complaint, hint]) => {
      const bench = await openPatBench();
      const { secrets, token } = await bench.saveToken(change);
      const { error, text, asked } = await bench.setUpScope(patScope, { secrets });
      expect(error?.message).toContain(complaint);
      expect(text).toContain(hint);
      expect(asked.at(-1)?.id).toBe("pat-examine");
      expect(await isStored(bench)).toBe(false);
      expect(await readDecision(bench)).toBeNull();
      expect(`${text}${error?.stack}`).not.toContain(token.slice(11, 19));
    },
  );

  test("that was refused can be entered again, and the correct token is stored", async () => {
    const bench = await openPatBench();
    const wrong = await bench.saveToken({ repositories: ["acme/control"] });
    const right = await bench.saveToken();
    const { file } = wrong.secrets["pat-token"];
    const { outcome, error } = await bench.setUpScope(
      { ...patScope, "failure:pat-examine": "again" },
      {
        secrets: wrong.secrets,
        onQuestion: (id) => {
          if (id === "pat-examine") writeFileSync(file, right.token);
        },
      },
    );
    expect(error).toBeUndefined();
    expect(outcome?.profile).toBe("pat");
    expect(await isStored(bench)).toBe(true);
  });

  test("is requested again after Back, and its page is opened once", async () => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken();
    let isBack = false;
    const pages: string[] = [];
    const { outcome } = await bench.setUpScope(patScope, {
      secrets,
      openLink: (link) => Promise.resolve(pages.push(link) > 0),
      onQuestion: (id) => {
        if (id !== "pat-token" || isBack) return;
        isBack = true;
        throw new Back();
      },
    });
    expect(outcome?.profile).toBe("pat");
    expect(pages).toHaveLength(1);
  });

  test.each([
    [{ kind: "at", at: new Date(0) }, "The token expired at 1970-01-01T00:00:00.000Z."],
    [{ kind: "unreadable" }, "Could not read when the token expires."],
  ] as const)(
    "is rejected if its expiry is %j, regardless of other data from the forge",
    async (expiry, says) => {
      const bench = await openPatBench();
      const { secrets } = await bench.saveToken();
      const { error } = await bench.setUpScope(patScope, {
        secrets,
        change: (deps) => ({
          inspectToken: async (...args) => ({ ...(await deps.inspectToken(...args)), expiry }),
        }),
      });
      expect(error?.message).toBe(says);
      expect(await isStored(bench)).toBe(false);
    },
  );

  test.each([
    ["one day longer than agreed is accepted", 31.5, undefined],
    [
      "two days longer than agreed is rejected",
      32.5,
      "The token is valid for another 32 days, but you agreed to a lifetime of 30 days.",
    ],
  ])("that is valid %s", async (_, days, complaint) => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken({ expiresAt: inDays(days) });
    const { error } = await bench.setUpScope(patScope, { secrets });
    expect(error?.message).toBe(complaint);
    expect(await isStored(bench)).toBe(complaint === undefined);
  });

  test("without single sign-on authorization is rejected with a link", async () => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken();
    const { error, text } = await bench.setUpScope(patScope, {
      secrets,
      onQuestion: (id) => {
        if (id !== "pat-inspect") return;
        bench.emulator.setFaults([{ on: "GET /repos/acme/api", play: { kind: "sso" } }]);
      },
    });
    expect(error?.message).toContain("single sign-on");
    expect(text).toContain("Authorize");
    expect(await isStored(bench)).toBe(false);
  });

  test("is accepted if it was created on the page that the wizard opens", async () => {
    const bench = await openPatBench();
    const file = join(bench.folder, "made");
    const { error, text } = await bench.setUpScope(
      {
        ...patScope,
        "has-packages": "some",
        packages: "audit",
        "package-audit-apis": ["issues", "vulnerability_alerts"],
      },
      {
        secrets: { "pat-token": { file } },
        openLink: async (link, selection) => {
          const { createRobot } = await import("../../emulator/signed-in.ts");
          const token = await createRobot({ ...(selection && { selection }) }).createToken(link);
          writeFileSync(file, token.reveal(), { mode: 0o600 });
          return true;
        },
      },
    );
    expect(error).toBeUndefined();
    expect(await isStored(bench)).toBe(true);
    const permissions = ["Actions", "Contents", "Dependabot alerts", "Issues"];
    for (const line of [
      "Repositories: Only select repositories: acme/control, acme/api",
      `Permissions: ${permissions.map((one) => `${one}: ${one === "Issues" ? "Read and write" : "Read-only"}`).join(", ")}`,
    ]) {
      expect(text).toContain(`\n${line}\n`);
    }
    expect(text).toContain("Resource owner: acme");
    expect(text).toContain("Expiration: 30 days");
  });

  test("leaves no trace except the secret: not in the journal, on screen or in a file", async () => {
    const bench = await openPatBench();
    const { secrets, token } = await bench.saveToken();
    const { text: message } = await bench.setUpScope(patScope, { secrets });
    const journal = readFileSync(join(bench.folder, "journal.json"), "utf8");
    const files = [".forge/control-plane.json", ".forge/control-plane-decision.json"];
    const texts = await Promise.all(files.map((path) => bench.file(path)));
    const logged = JSON.stringify(bench.emulator.requests());
    const pieces = token.slice("github_pat_".length).match(/.{8}/g) ?? [];
    expect(pieces.length).toBeGreaterThan(3);
    for (const text of [journal, message, logged, ...texts]) {
      expect(pieces.filter((piece) => text?.includes(piece))).toEqual([]);
    }
  });

  test("is stored again if it is missing from the environment, although the journal lists it as stored", async () => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken();
    await bench.setUpScope(patScope, { secrets });
    await bench.send("DELETE", secretPath);
    const { outcome, asked } = await bench.setUpScope(patScope, { secrets });
    expect(outcome?.profile).toBe("pat");
    expect(asked.map(({ id }) => id)).toEqual(["pat-token"]);
    expect(await isStored(bench)).toBe(true);
  });

  test("that could not be stored is kept in memory, and stored by a retry", async () => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken();
    const on = "PUT /repos/acme/control/environments/control-plane/secrets/*";
    const play = { kind: "status", status: 503, message: "no" } as const;
    bench.emulator.setFaults([{ on, play }]);
    const answers = { ...patScope, "failure:pat-store": "again" };
    const { error, asked } = await bench.setUpScope(answers, { secrets });
    expect(error).toBeUndefined();
    expect(asked.filter(({ id }) => id === "pat-token")).toHaveLength(1);
    expect(await isStored(bench)).toBe(true);
  });
});
