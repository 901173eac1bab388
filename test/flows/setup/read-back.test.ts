import { describe, expect, test } from "vitest";
import { Incomplete } from "../../../src/shared/errors.ts";
import { openBench, type FlowBench, type SetUpOptions } from "./bench.ts";

const actions = "/repos/acme/control/actions";
const variable = `${actions}/variables/CP_FORGE_READ_APP_ID`;
const secret = `${actions}/secrets/CP_FORGE_READ_APP_PRIVATE_KEY`;

/** Changes to the read App's record right after it was stored. */
const losses: Record<string, (bench: FlowBench) => Promise<unknown>> = {
  "a missing client ID": (bench) => bench.send("DELETE", variable),
  "a client ID of another App": (bench) => bench.send("PATCH", variable, { value: "Iv23liOther" }),
  "a missing key": (bench) => bench.send("DELETE", secret),
};

/** Loses the stored values the given number of times. */
function losing(bench: FlowBench, lose: (typeof losses)[string], times = 1) {
  let left = times;
  const change: SetUpOptions["change"] = (deps) => ({
    storeCredential: async (credential, signal) => {
      await deps.storeCredential(credential, signal);
      if (credential.role === "read" && left-- > 0) await lose(bench);
    },
  });
  return change;
}

describe.each(Object.entries(losses))("%s", (_, lose) => {
  test("is detected before the key is deleted from memory, and the values are stored again", async () => {
    const bench = await openBench();
    const answers = { "failure:read-back": { each: ["again"] } };
    const { outcome, text } = await bench.setUp({ answers, change: losing(bench, lose) });
    expect(text).toContain("The stored values could not be read back, so they were stored again.");
    expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
    const [app] = await bench.apps();
    expect(await bench.stored()).toMatchObject({
      CP_FORGE_READ_APP_ID: app?.clientId,
      CP_FORGE_READ_APP_PRIVATE_KEY: "set",
    });
  });

  test("does not complete the setup if the loss persists", async () => {
    const bench = await openBench();
    const answers = { "failure:read-back": { each: ["again", "again"] } };
    const { outcome, error } = await bench.setUp({ answers, change: losing(bench, lose, 4) });
    expect(outcome).toBeUndefined();
    expect(error).toBeInstanceOf(Incomplete);
  });
});

test("reads stored values back once per App, and the rerun relies on nothing older", async () => {
  const bench = await openBench();
  const { text } = await bench.setUp();
  expect(text.match(/Reading back the stored records/g)).toHaveLength(2);
  expect((await bench.setUp()).text).not.toContain("Reading back the stored records");
});
