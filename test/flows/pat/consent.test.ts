import { describe, expect, test } from "vitest";
import { Back } from "../../../src/prompts/prompter.ts";
import type { Question } from "../../../src/prompts/prompter.ts";
import { patDisclosures } from "../../../src/credentials/pat/disclosures.ts";
import { parseSettings } from "../../../src/plane/scope/settings.ts";
import { scopeFingerprint } from "../../../src/plane/scope/scope.ts";
import {
  decisionFile,
  inDays,
  openScopeBench,
  patScope,
  readDecision,
  settingsFile,
} from "../scope/scope-bench.ts";
import type { ScopeBench } from "../scope/scope-bench.ts";

async function openPatBench() {
  const bench = await openScopeBench();
  await bench.leaveOwners();
  return bench;
}

const granted = "Actions: Read-only, Contents: Read-only, Issues: Read and write";
const idsOf = (asked: readonly { id: string }[]) => asked.map(({ id }) => id);
const hasPat = async (bench: ScopeBench) => {
  const path = "/repos/acme/control/environments/control-plane/secrets/CP_FORGE_TOKEN";
  return (await bench.send("GET", path)).status === 200;
};

describe("before the consent", () => {
  test("shows all five disclosures on one screen before the questions, and the first option stops", async () => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken();
    const reported: Question[] = [];
    const { asked, text: message } = await bench.setUpScope(patScope, {
      secrets,
      onQuestion: (id, _, question) => {
        if (id === "pat-notice" && question) reported.push(question);
      },
    });
    expect(patDisclosures).toHaveLength(5);
    const [first] = reported;
    expect(first).toMatchObject({
      weight: "read first",
      facts: patDisclosures.map(({ title, text }) => ({ name: title, text })),
      options: [{ value: "stop" }, { value: "read" }],
    });
    expect(first).not.toHaveProperty("initial");
    const ids = idsOf(asked);
    expect(ids[ids.indexOf("pat-notice") + 1]).toBe("pat-consent");
    expect(message).toContain("reported: PAT conditions: all five are met");
  });

  test("names the subject of the consent, and the person who replaces the token according to the settings", async () => {
    const bench = await openPatBench();
    await bench.setUpScope({ ...patScope, "pat-owner": "no" });
    const settings = (await bench.file(settingsFile)) ?? "";
    await bench.commit(settingsFile, settings.replace("{", '{ "rotationOwner": "olga",'));
    const { secrets } = await bench.saveToken();
    const questions = new Map<string, Question | undefined>();
    await bench.setUpScope(
      { ...patScope, scope: "keep", "pat-rotation-owner": " olga " },
      { secrets, onQuestion: (id, _, question) => void questions.set(id, question) },
    );
    expect(questions.get("pat-limits")?.facts).toEqual([
      { name: "Repositories", text: "acme/control, acme/api" },
      { name: "Permissions", text: granted },
    ]);
    expect(questions.get("pat-owner")?.facts).toEqual([{ name: "Resource owner", text: "acme" }]);
    expect(questions.get("pat-rotation-owner")).toMatchObject({ initial: "olga" });
    const terms = questions.get("pat-consent")?.facts ?? [];
    expect(terms).toEqual([
      { name: "Phrase", text: "use my PAT for acme" },
      { name: "Access", text: "acme/control, acme/api" },
      { name: "Expires after", text: "30 days" },
      {
        name: "Stored as",
        text: "secret CP_FORGE_TOKEN in environment control-plane of acme/control",
      },
      {
        name: "Environment",
        text: expect.stringContaining(
          "created if missing, limited to runs on the default branch; if the plan does not support this rule, gatehouse asks first. An existing environment keeps its rules",
        ) as string,
      },
      { name: "Status", text: "no new token exists yet" },
    ]);
    expect(questions.get("pat-token")?.body?.[0]).toContain("/settings/personal-access-tokens/new");
    expect((await readDecision(bench))?.consent?.["rotationOwner"]).toBe("olga");
  });

  test("proposes the operator as the person who replaces the token if the settings name none", async () => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken();
    const proposed: unknown[] = [];
    await bench.setUpScope(patScope, {
      secrets,
      onText: (question) => {
        if (question.id === "pat-rotation-owner") proposed.push(question.initial);
      },
    });
    expect(proposed).toEqual(["mona"]);
  });

  test.each([
    ["are not answered", undefined, 'the script does not contain an answer for "pat-notice":'],
    [
      "are answered with stop",
      "stop",
      "You did not consent to a personal access token. No token was created.",
    ],
  ])(
    "disclosures that %s result in no consent, and the next run asks again",
    async (_, answer, message) => {
      const bench = await openPatBench();
      const { secrets } = await bench.saveToken();
      const { error, asked } = await bench.setUpScope(
        { ...patScope, "pat-notice": answer },
        { secrets },
      );
      expect(error?.message).toContain(message);
      expect(idsOf(asked)).not.toContain("pat-consent");
      expect(await readDecision(bench)).toBeNull();
      expect(await hasPat(bench)).toBe(false);
      const again = await bench.setUpScope(patScope, { secrets });
      expect(idsOf(again.asked)).toEqual(expect.arrayContaining(["pat-notice", "pat-consent"]));
    },
  );
});

describe("consent is refused if the answer is", () => {
  test.each([
    ["Enter", ""],
    ["a space", " "],
    ["yes", "yes"],
    ["the word true", "true"],
    ["the phrase for another owner", "use my PAT for globex"],
    ["part of the phrase", "use my PAT"],
    ["the phrase followed by other words", "use my PAT for acme please"],
  ])("%s", async (_, words) => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken();
    const { error, asked } = await bench.setUpScope(
      { ...patScope, "pat-consent": words },
      { secrets },
    );
    expect(error?.message).toMatch(/\b[Tt]ype: use my PAT for acme$/);
    expect(idsOf(asked).at(-1)).toBe("pat-consent");
    expect(await readDecision(bench)).toBeNull();
    expect(await hasPat(bench)).toBe(false);
  });

  test("a boolean", async () => {
    const bench = await openPatBench();
    const { error } = await bench.setUpScope({ ...patScope, "pat-consent": true });
    expect(error?.message).toContain("it must be a string");
  });
});

describe("the consent", () => {
  test("records who consented, when, to which text, for what, until when, and who rotates", async () => {
    const bench = await openPatBench();
    const { secrets, expiresAt } = await bench.saveToken();
    const before = Date.now();
    await bench.setUpScope({ ...patScope, "pat-consent": "Use  my pat for ACME" }, { secrets });
    const settings = parseSettings((await bench.file(settingsFile)) ?? "", settingsFile);
    const consent = (await readDecision(bench))?.consent;
    expect(consent).toEqual({
      version: 1,
      operator: "mona",
      consentedAt: expect.any(String) as string,
      phrase: "use my PAT for acme",
      disclosures: patDisclosures.map(({ id }) => id),
      resourceOwner: "acme",
      repositories: ["acme/control", "acme/api"],
      expiresAt,
      rotationOwner: "olga",
      scope: scopeFingerprint(settings),
    });
    expect(Date.parse(String(consent?.["consentedAt"]))).toBeGreaterThanOrEqual(before);
  });

  test("is not requested again by a rerun or by another machine, and neither is the token", async () => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken();
    await bench.setUpScope(patScope, { secrets });
    const changes = bench.changes().length;
    const again = await bench.setUpScope({});
    expect(again.outcome).toMatchObject({ profile: "pat", scope: "described" });
    expect(idsOf(again.asked)).toEqual([]);
    expect(bench.changes()).toHaveLength(changes);

    bench.forgetJournal();
    const elsewhere = await bench.setUpScope({
      ...patScope,
      scope: "keep",
      "failure:pat-stored": "leave",
    });
    expect(elsewhere.outcome?.profile).toBe("pat");
    expect(idsOf(elsewhere.asked)).toContain("pat-consent");
    expect(idsOf(elsewhere.asked)).not.toContain("pat-token");
    expect(bench.changes()).toHaveLength(changes);
  });

  test("is requested again if another user widened the scope, because the old text no longer applies", async () => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken();
    await bench.setUpScope(patScope, { secrets });
    const settings = (await bench.file(settingsFile)) ?? "";
    await bench.commit(settingsFile, settings.replace('"acme/api"', '"acme/api", "acme/infra"'));
    const silent = { ...patScope, scope: "keep", "pat-consent": undefined };
    const { error, asked } = await bench.setUpScope(silent, { secrets });
    expect(error?.message).toContain('does not contain an answer for "pat-consent"');
    expect(idsOf(asked)).toContain("pat-notice");
    expect((await readDecision(bench))?.consent?.["repositories"]).toEqual([
      "acme/control",
      "acme/api",
    ]);
  });

  test("is requested again for a scope that was stored before it was widened", async () => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken();
    await bench.setUpScope(patScope, { secrets });
    bench.forgetJournal();
    await bench.setUpScope({ ...patScope, scope: "keep" });
    const settings = (await bench.file(settingsFile)) ?? "";
    await bench.commit(settingsFile, settings.replace('"acme/api"', '"acme/api", "acme/infra"'));
    const wide = await bench.saveToken({
      repositories: ["acme/control", "acme/api", "acme/infra"],
    });
    const { asked, error } = await bench.setUpScope({ ...patScope, scope: "keep" }, wide);
    expect(error).toBeUndefined();
    expect(idsOf(asked)).toEqual(expect.arrayContaining(["scope", "pat-consent", "pat-token"]));
    expect((await readDecision(bench))?.consent?.["repositories"]).toEqual([
      "acme/control",
      "acme/api",
      "acme/infra",
    ]);
  });

  test("is requested again after its token has expired", async () => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken();
    await bench.setUpScope(patScope, { secrets });
    const later = new Date(Date.now() + 31 * 86_400_000);
    const silent = { ...patScope, "pat-consent": undefined };
    const { error } = await bench.setUpScope(silent, {
      secrets,
      change: () => ({ now: () => later }),
    });
    expect(error?.message).toContain('does not contain an answer for "pat-consent"');
  });

  test("for an expired token, requests a new token with its own consent", async () => {
    const bench = await openPatBench();
    await bench.setUpScope(patScope, await bench.saveToken());
    const later = new Date(Date.now() + 31 * 86_400_000);
    const renewed = await bench.saveToken({ expiresAt: inDays(60) });
    const { outcome, asked } = await bench.setUpScope(patScope, {
      secrets: renewed.secrets,
      change: () => ({ now: () => later }),
    });
    expect(outcome?.profile).toBe("pat");
    expect(idsOf(asked)).toEqual(expect.arrayContaining(["pat-consent", "pat-token"]));
    expect((await readDecision(bench))?.consent?.["expiresAt"]).toBe(renewed.expiresAt);
  });

  test("is requested again after Back changed its terms", async () => {
    const bench = await openPatBench();
    const { secrets } = await bench.saveToken();
    let way: "there" | "back" | "again" = "there";
    const { asked, error } = await bench.setUpScope(
      { ...patScope, "pat-lifetime": { each: ["90", "30"] } },
      {
        secrets,
        onQuestion: (id, { canGoBack }) => {
          if (id === "pat-create" && way === "there") way = "back";
          if (id === "pat-lifetime" && way === "back") way = "again";
          if (way === "back" && canGoBack) throw new Back();
        },
      },
    );
    expect(error).toBeUndefined();
    const ids = idsOf(asked);
    const again = ids.slice(ids.lastIndexOf("pat-lifetime"));
    expect(again).toEqual(expect.arrayContaining(["pat-notice", "pat-consent"]));
    expect(ids.filter((id) => id === "pat-consent").length).toBeGreaterThan(1);
  });

  test("does not count if its file is unreadable, and the file is rewritten", async () => {
    const bench = await openPatBench();
    await bench.commit(decisionFile, "{ this is no decision");
    const { secrets } = await bench.saveToken();
    const { outcome, asked } = await bench.setUpScope(patScope, { secrets });
    expect(outcome?.profile).toBe("pat");
    expect(idsOf(asked)).toContain("pat-consent");
    expect((await readDecision(bench))?.choice.pat).toBe(true);
  });
});
