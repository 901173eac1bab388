import { beforeEach, describe, expect, test } from "vitest";
import { Stopped } from "../../../src/shared/errors.ts";
import { described, openScopeBench } from "../scope/scope-bench.ts";
import type { ScopeAnswers, ScopeBench } from "../scope/scope-bench.ts";

const text = "The App exists; its records were deleted because the profile does not use them.";
const slug = "gatehouse-acme-control-write";

let bench: ScopeBench;
beforeEach(async () => {
  bench = await openScopeBench();
  await describeScope({ scope: "describe", mode: "live" });
});

function describeScope(answers: ScopeAnswers, options = {}) {
  const byRun = { "failure:read-proof": "run", "failure:write-proof": "run" };
  return bench.setUpScope(
    { ...described, ...byRun, targets: ["acme/api"], ...answers },
    { purpose: "scope", ...options },
  );
}

/**
 * Changes the mode, which adds or drops the write App. If the App is dropped, its record is deleted
 * on request.
 */
function changeMode(mode: "live" | "review", answers: ScopeAnswers = {}, options = {}) {
  const change = { scope: "change", "scope-parts": ["mode"], mode };
  return describeScope({ ...change, "failure:write-unchosen": "delete", ...answers }, options);
}

/** Provides a key of the write App when it is required again. */
const provideKey = async () => ({
  "failure:write-incomplete": "new-key",
  "write-new-key": true,
  "write-key-from": "file",
  "write-key-file": await bench.saveKey(slug),
});

const storedNames = async () => Object.keys(await bench.stored());

describe("an App whose record was deleted because the profile did not need it,", () => {
  test("is described with this reason when it is needed again", async () => {
    await changeMode("review");
    expect(await storedNames()).not.toContain("CP_FORGE_WRITE_APP_ID");
    const back = await changeMode("live", { "failure:write-incomplete": "stop" });
    expect(back.text).toContain(text);
    expect(back.error?.message).toBe(`The Write App was not changed: ${text}`);
  });

  test("is not reported as stored in a stopped run", async () => {
    await changeMode("review");
    const { error } = await changeMode(
      "live",
      {},
      {
        onQuestion: (id: string) => {
          if (id === "write-incomplete") throw new Stopped("SIGINT");
        },
      },
    );
    expect(error?.message).toBe(
      "Stopped. Read App: created, key and client ID stored. Write App: created, record deleted.",
    );
  });

  test("loses this status after it is stored, because a later deletion has an unknown cause", async () => {
    await changeMode("review");
    expect((await changeMode("live", await provideKey())).error).toBeUndefined();
    const path = "/repos/acme/control/actions";
    await bench.send("DELETE", `${path}/secrets/CP_FORGE_WRITE_APP_PRIVATE_KEY`);
    await bench.send("DELETE", `${path}/variables/CP_FORGE_WRITE_APP_ID`);
    const { error } = await describeScope({ scope: "keep", "failure:write-incomplete": "stop" });
    expect(error?.message).toContain("The App exists, but its key is not stored.");
  });
});
