import { describe, expect, test } from "vitest";
import { Back } from "../../../src/prompts/prompter.ts";
import { scopeFingerprint } from "../../../src/plane/scope/scope.ts";
import { parseSettings } from "../../../src/plane/scope/settings.ts";
import {
  decisionFile,
  described,
  inDays,
  openScopeBench,
  patScope,
  privateScope,
  readDecision,
  settingsFile,
  type ScopeBench,
} from "./scope-bench.ts";

const kept = { ...described, scope: "keep" };
const confirmedBy = (name: string) => ({
  "billing-administrator": name,
  "billing-confirmed": true,
});

const writes = (bench: ScopeBench) =>
  bench.changes().filter((change) => change === `PUT /repos/acme/control/contents/${decisionFile}`);

async function fingerprint(bench: ScopeBench): Promise<string> {
  return scopeFingerprint(parseSettings((await bench.file(settingsFile)) ?? "", settingsFile));
}

describe("the recorded decision", () => {
  test("is not rewritten if nothing changed, even by another machine", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope(described);
    bench.forgetJournal();
    await bench.setUpScope(kept);
    expect(writes(bench)).toHaveLength(1);
  });

  test("matches the scope that is checked in", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope(described);
    await bench.setUpScope({
      ...described,
      scope: "describe",
      targets: ["acme/control", "acme/web"],
    });
    bench.forgetJournal();
    await bench.setUpScope({ ...described, targets: ["acme/control", "acme/web"] });
    const text = JSON.parse((await bench.file(decisionFile)) ?? "{}") as { scope: string };
    expect(text.scope).toBe(await fingerprint(bench));
  });

  test("follows the current billing report of the forge", async () => {
    const bench = await openScopeBench();
    await bench.changeWorld({ organizations: { acme: { billing: null } } });
    await bench.setUpScope({ ...described, ...confirmedBy("mona") });
    const state = async () => (await readDecision(bench))?.entitlement;
    expect(await state()).toMatchObject({ state: "inconclusive" });
    const billing = { total: 5, setting: "assign_selected" };
    await bench.changeWorld({ organizations: { acme: { billing } } });
    await bench.setUpScope(kept);
    expect(await state()).toMatchObject({ state: "active" });
    expect(await state()).not.toHaveProperty("confirmation");
  });

  test("follows a scope that another user changed", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope(described);
    const settings = (await bench.file(settingsFile)) ?? "";
    await bench.commit(settingsFile, settings.replace('"acme/web"', '"acme/control", "acme/web"'));
    await bench.setUpScope(kept);
    const text = JSON.parse((await bench.file(decisionFile)) ?? "{}") as { scope: string };
    expect(text.scope).toBe(await fingerprint(bench));
    expect(writes(bench)).toHaveLength(2);
  });

  test("follows the current targets of the forge", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope(described);
    await bench.changeWorld({ repositories: { "acme/web": { visibility: "private" } } });
    await bench.setUpScope(kept);
    expect((await readDecision(bench))?.choice).toMatchObject({ profile: "app", readApp: true });
  });

  test("names the person who confirmed the billing this time", async () => {
    const bench = await openScopeBench();
    await bench.leaveOwners();
    const on = "GET /orgs/acme/memberships/olga";
    bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 403 } }]);
    await bench.setUpScope({ ...described, ...confirmedBy("olga") });
    bench.forgetJournal();
    await bench.setUpScope({ ...kept, ...confirmedBy("hubot") });
    expect((await readDecision(bench))?.entitlement.confirmation).toMatchObject({
      administrator: "hubot",
      role: "administrator",
    });
  });

  test("uses the forge's report of active billing when it becomes available", async () => {
    const bench = await openScopeBench();
    const on = "GET /orgs/acme/copilot/billing";
    bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 500 } }]);
    await bench.setUpScope({ ...described, ...confirmedBy("mona") });
    bench.emulator.setFaults([]);
    bench.forgetJournal();
    await bench.setUpScope(kept);
    const entitlement = (await readDecision(bench))?.entitlement;
    expect(entitlement?.state).toBe("active");
    expect(entitlement?.confirmation).toBeUndefined();
  });

  test("is written again after it was removed, although the journal lists it as written", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope(described);
    await bench.removeFile(decisionFile);
    await bench.setUpScope(described);
    expect((await readDecision(bench))?.choice.profile).toBe("workflow-token");
  });

  test("is written once, even if Back returns past it", async () => {
    const bench = await openScopeBench();
    let isBack = false;
    const { outcome } = await bench.setUpScope(privateScope, {
      onQuestion: (id) => {
        if (id !== "read-app-how" || isBack) return;
        isBack = true;
        throw new Back();
      },
    });
    expect(outcome?.profile).toBe("app");
    expect(writes(bench)).toHaveLength(1);
  });

  test("stops the setup if it is unreadable, and is not overwritten", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope(described);
    const before = await bench.file(decisionFile);
    const on = `GET /repos/acme/control/contents/${decisionFile}`;
    bench.emulator.setFaults([
      { on: "POST /graphql", play: { kind: "approval-pending" } },
      { on, times: 0, play: { kind: "approval-pending" } },
    ]);
    const { error, asked } = await bench.setUpScope(described);
    expect(error).toMatchObject({ exitCode: 3 });
    expect(asked.at(-1)?.id).toBe("decision-read");
    bench.emulator.setFaults([]);
    expect(await bench.file(decisionFile)).toBe(before);
  });
});

test("a consent covers one token: a replacement needs its own consent with its own expiry", async () => {
  const bench = await openScopeBench();
  await bench.leaveOwners();
  const first = await bench.saveToken();
  await bench.setUpScope(patScope, first);
  await bench.send(
    "DELETE",
    "/repos/acme/control/environments/control-plane/secrets/CP_FORGE_TOKEN",
  );
  const second = await bench.saveToken({ expiresAt: inDays(20) });
  const { outcome } = await bench.setUpScope(patScope, second);
  expect(outcome?.profile).toBe("pat");
  expect((await readDecision(bench))?.consent?.["expiresAt"]).toBe(second.expiresAt);
});

test("a token is stored only after the consent to it is recorded", async () => {
  const bench = await openScopeBench();
  await bench.leaveOwners();
  const { secrets } = await bench.saveToken();
  const on = `PUT /repos/acme/control/contents/${decisionFile}`;
  bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 409 } }]);
  const { error } = await bench.setUpScope(patScope, { secrets });
  expect(error).toBeDefined();
  expect(bench.changes().filter((change) => change.endsWith("/CP_FORGE_TOKEN"))).toEqual([]);
});
