import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { renderDecision } from "../../../src/control/decision.ts";
import type { Decision } from "../../../src/control/decision.ts";
import { scopeFingerprint } from "../../../src/control/settings-scope.ts";
import { renderSettings } from "../../../src/control/settings.ts";
import type { Settings } from "../../../src/control/settings.ts";
import { writeConsentNote } from "../../../src/credentials/consent.ts";
import { fingerprintToken } from "../../../src/credentials/pat-token.ts";
import { patDisclosures } from "../../../src/credentials/pat-disclosures.ts";
import { Incomplete } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { connectInProcess } from "../setup/connect-in-process.ts";
import { repository } from "../setup/bench.ts";
import { commit, openRotationBench, type RotateOptions, type RotationBench } from "./bench.ts";

const settings: Settings = {
  version: 1,
  targets: ["acme/api"],
  allowedOwners: ["acme"],
  mode: "review",
  destination: "control",
  caps: { repositories: 10, dispatches: 5 },
  packages: [],
  environment: "control-plane",
};
const enrolled = ["acme/control", "acme/api"];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
/** The forge tells ends of tokens to the second. */
const oldEnd = new Date(Math.floor(inDays(3).getTime() / 1000) * 1000);

const consented = {
  "pat-owner": "yes",
  "pat-policy": "yes",
  "pat-approval": "yes",
  "pat-lifetime": "30",
  "pat-rotation-owner": "mona",
  "pat-conditions": true,
  ...Object.fromEntries(patDisclosures.map(({ id }) => [`pat-told-${id}`, true])),
  "pat-consent": "use my PAT for acme",
  "pat-create": true,
};

let bench: RotationBench;
let oldToken: string;

beforeEach(async () => {
  bench = await openRotationBench();
  await commit(bench, ".forge/control-plane.json", renderSettings(settings));
  await commitDecision({});
  await bench.send("PUT", "/repos/acme/control/environments/control-plane", {});
  oldToken = await issue({ expiresAt: oldEnd });
  const { cli } = connectInProcess(bench.emulator);
  const place = { repository, name: "CP_FORGE_TOKEN", environment: "control-plane" };
  await cli.setSecret(place, new Secret(oldToken));
});

async function commitDecision(
  change: Partial<Decision>,
  { withConsent } = { withConsent: true },
): Promise<void> {
  const scope = scopeFingerprint(settings);
  const decision: Decision = {
    version: 1,
    choice: { profile: "pat", readApp: false, writeApp: false, pat: true },
    scope,
    decidedBy: "mona",
    decidedAt: "2026-01-01T00:00:00.000Z",
    entitlement: { state: "active", evidence: "5 seats" },
    consent: writeConsentNote({
      operator: "mona",
      now: inDays(-27),
      scope,
      resourceOwner: "acme",
      repositories: enrolled,
      rotationOwner: "mona",
      expiresAt: oldEnd,
    }),
    ...change,
  };
  const { consent: _, ...withoutConsent } = decision;
  const text = renderDecision(withConsent ? decision : withoutConsent);
  await commit(bench, ".forge/control-plane-decision.json", text);
}

/** A token of mona's, as the forge's page would give it. */
async function issue({
  repositories = enrolled,
  expiresAt = inDays(30),
  ...change
}: {
  repositories?: readonly string[];
  expiresAt?: Date;
  kind?: string;
}): Promise<string> {
  const wish = { user: "mona", kind: "fine-grained", owner: "acme", repositories, ...change };
  const permissions = { contents: "read", issues: "read", actions: "read" };
  const body = { ...wish, permissions, expiresAt: expiresAt.toISOString() };
  return ((await bench.send("POST", "/_emulator/tokens", body)).json as { token: string }).token;
}

function save(name: string, token: string) {
  const path = join(bench.folder, name);
  writeFileSync(path, token, { mode: 0o600 });
  return { file: path };
}

function rotate(token: string, { answers = {}, secrets = {}, ...more }: RotateOptions = {}) {
  return bench.rotate({
    wanted: ["pat"],
    answers: { ...consented, ...answers },
    secrets: { "pat-token": save("new-token", token), ...secrets },
    ...more,
  });
}

async function statusFor(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${bench.emulator.apiUrl}/user`, { headers })).status;
}

async function readConsent() {
  const path = "/repos/acme/control/contents/.forge/control-plane-decision.json";
  const { content } = (await bench.send("GET", path)).json as { content: string };
  return (JSON.parse(Buffer.from(content, "base64").toString()) as Decision).consent;
}

describe("a PAT that is replaced", () => {
  test("is stored, consented to, seen to work, and the old one is revoked from here", async () => {
    const token = await issue({});
    const { outcome, error } = await rotate(token, {
      answers: { "failure:pat-revoke": "here", "pat-revoke-now": true },
      secrets: { "pat-old-token": save("old-token", oldToken) },
    });
    expect(error).toBeUndefined();
    expect(outcome).toMatchObject({
      credentials: ["pat"],
      rotations: [
        {
          credential: "pat",
          evidence: {
            proved: { fingerprint: fingerprintToken(new Secret(token)) },
            validated: { runs: [{ what: "verification", hasPassed: true }] },
            revoked: { how: "seen", fingerprint: fingerprintToken(new Secret(oldToken)) },
          },
        },
      ],
    });
    expect(await statusFor(oldToken)).toBe(401);
    expect(await statusFor(token)).toBe(200);
  });

  test("takes the consent over only with the new words, and until the new end", async () => {
    const token = await issue({});
    const before = await readConsent();
    await rotate(token, { answers: { "failure:pat-revoke": "done" } });
    const after = await readConsent();
    expect(after?.expiresAt).not.toBe(before?.expiresAt);
    expect(Date.parse(after?.expiresAt ?? "")).toBeGreaterThan(inDays(29).getTime());
    expect(after?.disclosures).toHaveLength(5);
    expect(Date.parse(after?.consentedAt ?? "")).toBeGreaterThan(inDays(-1).getTime());
  });

  test("leaves the old one to its user's word where it is not at hand", async () => {
    const { outcome } = await rotate(await issue({}), {
      answers: { "failure:pat-revoke": "done" },
    });
    expect(outcome?.rotations[0]?.evidence.revoked).toMatchObject({ how: "word", by: "mona" });
    expect(await statusFor(oldToken)).toBe(200);
  });

  test("shows no part of a token, and keeps none", async () => {
    const token = await issue({});
    const { said } = await rotate(token, {
      answers: { "failure:pat-revoke": "here", "pat-revoke-now": true },
      secrets: { "pat-old-token": save("old-token", oldToken) },
    });
    const { json } = await bench.send("GET", "/repos/acme/control/actions/runs");
    const journal = readFileSync(join(bench.folder, "rotate.json"), "utf8");
    for (const secret of [token, oldToken]) {
      for (const text of [said, journal, JSON.stringify(json)]) {
        expect(text).not.toContain(secret.slice(11, 30));
      }
    }
  });
});

describe("a replacement is refused", () => {
  const refusals: [string, () => Promise<string>, string][] = [
    [
      "that reaches more than was consented to",
      () => issue({ repositories: [...enrolled, "acme/infra"] }),
      "The token reaches more than was consented to: acme/infra.",
    ],
    [
      "that does not reach all that it has to",
      () => issue({ repositories: ["acme/control"] }),
      "The token does not reach acme/api.",
    ],
    ["that is the old one", () => Promise.resolve(oldToken), "it is the old one"],
  ];
  test.each(refusals)("%s", async (_, make, says) => {
    const { error, said } = await rotate(await make());
    expect(error).toBeDefined();
    expect(said).toContain(says);
    expect(await readConsent()).toMatchObject({ consentedAt: expect.any(String) as string });
    expect(await statusFor(oldToken)).toBe(200);
  });

  test("by its kind, without a word of it", async () => {
    const token = await issue({ kind: "classic" });
    const { error } = await rotate(token);
    expect(error?.message).toContain("This is a classic PAT.");
    expect(error?.message).not.toContain(token.slice(4, 14));
  });

  test("without consent to the one before", async () => {
    await commitDecision({}, { withConsent: false });
    const { error } = await rotate(await issue({}));
    expect(error).toBeInstanceOf(Incomplete);
    expect(error?.message).toBe("No consent to a token is recorded; that one is stored is none.");
  });

  test("when the scope changed since the decision", async () => {
    await commitDecision({ scope: "other.other.other.other" });
    const { error } = await rotate(await issue({}));
    expect(error?.message).toContain("Review the profile again.");
  });

  test("when the environment lets no run have it, and nothing is revoked", async () => {
    const policy = { protected_branches: true, custom_branch_policies: false };
    const path = "/repos/acme/control/environments/control-plane";
    await bench.send("PUT", path, { deployment_branch_policy: policy });
    const { error, asked } = await rotate(await issue({}));
    expect(error?.message).toContain("was not seen to work: the run could not use it");
    expect(asked).not.toContain("pat-revoke");
  });
});

describe("the old token", () => {
  test("is not taken for the new one", async () => {
    const token = await issue({});
    const { error } = await rotate(token, {
      answers: { "failure:pat-revoke": "here", "pat-revoke-now": true },
      secrets: { "pat-old-token": save("old-token", token) },
    });
    expect(error?.message).toContain("That is the new token. It is the one to keep.");
    expect(await statusFor(token)).toBe(200);
  });

  test("is not revoked without a yes", async () => {
    const { error } = await rotate(await issue({}), {
      answers: { "failure:pat-revoke": "here", "pat-revoke-now": false },
      secrets: { "pat-old-token": save("old-token", oldToken) },
    });
    expect(error?.message).toBe("The old token was not revoked.");
    expect(await statusFor(oldToken)).toBe(200);
  });

  test("can wait for the next run, which asks for nothing else", async () => {
    const first = await rotate(await issue({}), { answers: { "failure:pat-revoke": "later" } });
    expect(first.error).toBeInstanceOf(Incomplete);
    const second = await bench.rotate({ answers: { "failure:pat-revoke": "done" } });
    expect(second.error).toBeUndefined();
    expect(second.asked).toEqual(["pat-revoke"]);
  });
});
