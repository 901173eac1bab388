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

/** The scope calls for the write App, or does not: then its record goes, on a word. */
function changeMode(mode: "live" | "review", answers: ScopeAnswers = {}, options = {}) {
  const change = { scope: "change", "scope-parts": ["mode"], mode };
  return describeScope({ ...change, "failure:write-unchosen": "delete", ...answers }, options);
}

/** Brings a key of it, when it is called for again. */
const provideKey = async () => ({
  "failure:write-incomplete": "new-key",
  "write-new-key": true,
  "write-key-from": "file",
  "write-key-file": await bench.saveKey(slug),
});

const storedNames = async () => Object.keys(await bench.stored());

describe("an App whose record was deleted, as the profile did not call for it,", () => {
  test("is said to be that, and nothing else, when it is called for again", async () => {
    await changeMode("review");
    expect(await storedNames()).not.toContain("CP_FORGE_WRITE_APP_ID");
    const back = await changeMode("live", { "failure:write-incomplete": "stop" });
    expect(back.text).toContain(text);
    expect(back.error?.message).toBe(`The Write App was not changed: ${text}`);
  });

  test("is not said to be stored where a run is stopped", async () => {
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

  test("is no such App any more once it is stored: who deletes that record is not known", async () => {
    await changeMode("review");
    expect((await changeMode("live", await provideKey())).error).toBeUndefined();
    const path = "/repos/acme/control/actions";
    await bench.send("DELETE", `${path}/secrets/CP_FORGE_WRITE_APP_PRIVATE_KEY`);
    await bench.send("DELETE", `${path}/variables/CP_FORGE_WRITE_APP_ID`);
    const { error } = await describeScope({ scope: "keep", "failure:write-incomplete": "stop" });
    expect(error?.message).toContain("The App exists, but its key is not stored.");
  });
});
