import { describe, expect, test } from "vitest";
import { writeControlFile } from "../../../src/plane/scope/control-files.ts";
import { renderDecision } from "../../../src/plane/scope/decision.ts";
import { findBilling } from "../../../src/plane/repository/find-billing.ts";
import { renderSettings } from "../../../src/plane/scope/settings.ts";
import { readDecided, valueOf } from "../../../src/plane/scope/read-decided.ts";
import type { ForgeClient } from "../../../src/forge/client.ts";
import { appDecision, repository, someSettings } from "../control-plane-bench.ts";
import { failureOf, openBench } from "../../forge/forge-bench.ts";

/**
 * Reads the decision from two files with these texts. If a text is undefined, its file does not
 * exist.
 */
async function read(files: { settings?: string; decision?: string }) {
  const { client } = await openBench();
  const paths = { settings: "control-plane", decision: "control-plane-decision" };
  for (const name of ["settings", "decision"] as const) {
    const text = files[name];
    if (text === undefined) continue;
    const change = { path: `.forge/${paths[name]}.json`, content: text, message: "Make it" };
    await writeControlFile(client, repository, change);
  }
  return readDecided(client, repository);
}

describe("the decision and its settings", () => {
  test("are missing if neither file exists", async () => {
    const found = await read({});
    expect(found).toEqual({ settings: { state: "missing" }, decision: { state: "missing" } });
    expect(valueOf(found.settings)).toBeUndefined();
  });

  test("are read, each file from its own location", async () => {
    const texts = { settings: renderSettings(someSettings), decision: renderDecision(appDecision) };
    const found = await read(texts);
    expect(valueOf(found.settings)).toEqual(someSettings);
    expect(valueOf(found.decision)).toEqual(appDecision);
  });

  test("are reported with the reason if one file is invalid, and the other file is used", async () => {
    const found = await read({ settings: renderSettings(someSettings), decision: "{}" });
    expect(found.settings.state).toBe("valid");
    expect(found.decision).toEqual({
      state: "broken",
      reason: ".forge/control-plane-decision.json is not a valid gatehouse decision.",
    });
    expect(valueOf(found.decision)).toBeUndefined();
  });

  test("are not reported as invalid if the forge could not be reached", async () => {
    const { client, emulator } = await openBench();
    const on = "GET /repos/acme/control/contents/**";
    emulator.setFaults([{ on, times: 0, play: { kind: "rate-limited" } }]);
    expect((await failureOf(readDecided(client, repository))).name).toBe("RateLimited");
  });
});

/** A client whose failures are bugs, not responses. */
const broken = {
  profile: { brand: { billingPath: () => "/billing" } },
  request: () => Promise.reject(new TypeError("a bug")),
} as unknown as ForgeClient;

describe("billing for agent inference", () => {
  test("is what the forge reports", async () => {
    const { client } = await openBench();
    expect(await findBilling(client, "acme")).toMatchObject({ kind: "reported", seats: 5 });
  });

  test("is unknown if the request failed, and a bug is thrown", async () => {
    const { client, emulator } = await openBench();
    emulator.setFaults([{ on: "GET /orgs/acme/**", times: 0, play: { kind: "rate-limited" } }]);
    expect(await findBilling(client, "acme")).toBeUndefined();
    await expect(findBilling(broken, "acme")).rejects.toThrow("a bug");
  });
});
