import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { Cancelled } from "../../../src/shared/errors.ts";
import { openBench, type FlowBench } from "./bench.ts";
import { widenSelection } from "./widen-selection.ts";

const actions = "/repos/acme/control/actions";
const variable = `${actions}/variables/CP_FORGE_READ_APP_ID`;
const secret = `${actions}/secrets/CP_FORGE_READ_APP_PRIVATE_KEY`;
const slug = "gatehouse-acme-control-read";

let bench: FlowBench;
beforeEach(async () => {
  bench = await openBench();
  await bench.setUp();
});

/** Causes of an incomplete pair, and the wizard's message about each. */
const halves: Record<string, { spoil: () => Promise<unknown>; says: string }> = {
  "a key without a client ID": {
    spoil: () => bench.send("DELETE", variable),
    says: "A key is stored without a client ID, so its App is unknown.",
  },
  "a client ID without a key": {
    spoil: () => bench.send("DELETE", secret),
    says: "A client ID is stored without a key.",
  },
  "an App without stored values": {
    spoil: () => Promise.all([bench.send("DELETE", variable), bench.send("DELETE", secret)]),
    says: "The App exists, but its key is not stored.",
  },
  "the client ID of another App": {
    spoil: () => bench.send("PATCH", variable, { value: "Iv23liAnotherApp" }),
    says: "The stored client ID belongs to a different App than the one created here.",
  },
};

describe.each(Object.entries(halves))("%s", (_, { spoil, says }) => {
  beforeEach(spoil);

  test("is shown, and stays as it is when the operator stops", async () => {
    const before = await bench.stored();
    const { error, text } = await bench.setUp({ answers: { "failure:read-incomplete": "stop" } });
    expect(error).toBeInstanceOf(Cancelled);
    expect(text).toContain(says);
    expect(await bench.stored()).toEqual(before);
    expect(await bench.apps()).toHaveLength(2);
  });

  test("is fixed by a new key for the same App", async () => {
    const [app] = await bench.apps();
    const answers = {
      "failure:read-incomplete": "new-key",
      "read-new-key": true,
      "read-key-from": "file",
      "read-key-file": await bench.saveKey(slug),
    };
    const { outcome } = await bench.setUp({ answers });
    expect(outcome?.apps[0]).toMatchObject({ clientId: app?.clientId, installation: "proved" });
    expect(await bench.stored()).toMatchObject({
      CP_FORGE_READ_APP_ID: app?.clientId,
      CP_FORGE_READ_APP_PRIVATE_KEY: "set",
    });
    expect(await bench.apps()).toHaveLength(2);
  });

  test("is fixed by a new App that replaces the old one", async () => {
    const [old] = await bench.apps();
    const answers = { "failure:read-incomplete": "replace", "read-app-name": `${slug}-2` };
    const { outcome, text } = await bench.setUp({ answers });
    expect(text).toContain(`/organizations/acme/settings/apps/${slug}`);
    const made = (await bench.apps()).find((app) => app.slug === `${slug}-2`);
    expect(made?.clientId).not.toBe(old?.clientId);
    expect(outcome?.apps[0]).toMatchObject({ clientId: made?.clientId, installation: "proved" });
    await bench.press(`/organizations/acme/settings/apps/${slug}/delete`);
    expect((await bench.setUp()).outcome?.apps[0]?.installation).toBe("proved");
  });
});

describe("an App that was replaced on another machine", () => {
  let here: string;
  let stored: string | undefined;
  beforeEach(async () => {
    const path = join(bench.folder, "journal.json");
    here = await readFile(path, "utf8");
    await bench.send("DELETE", secret);
    await bench.press(`/organizations/acme/settings/apps/${slug}/delete`);
    await bench.setUp({ answers: { "failure:read-incomplete": "replace" } });
    stored = (await bench.stored())["CP_FORGE_READ_APP_ID"];
    await writeFile(path, here);
  });

  test("can be replaced here by the stored App, which is proved like any stored pair", async () => {
    const before = await bench.stored();
    const offered: unknown[] = [];
    const run = await bench.setUp({
      answers: { "failure:read-incomplete": "take-stored", "failure:read-proof": "run" },
      onFailure: ({ id, options, facts }) =>
        id === "read-incomplete" && offered.push(options[0]?.value, facts?.at(-1)),
    });
    expect(offered).toEqual(["take-stored", { name: "Stored", text: stored }]);
    expect(run.outcome?.apps[0]).toMatchObject({
      clientId: stored,
      slug,
      installation: "proved",
    });
    expect(await bench.stored()).toEqual(before);
    expect(await bench.apps()).toHaveLength(2);
    const rerun = await bench.setUp();
    expect(rerun.asked.map(({ id }) => id)).not.toContain("read-incomplete");
    expect(rerun.outcome?.apps[0]?.installation).toBe("proved");
  });

  test("leaves no entry in the journal that could be confused with the stored App", async () => {
    await bench.setUp({
      answers: { "failure:read-incomplete": "take-stored", "failure:read-proof": "leave" },
    });
    const steps = [...(await bench.journal()).steps().keys()];
    const isOfOld = (id: string) => / read (name|registered|app)$/.test(id);
    expect(steps.filter(isOfOld)).toEqual([]);
  });

  test("cannot be replaced by the stored App if the key of that App is not stored", async () => {
    await bench.send("DELETE", secret);
    const offered: string[] = [];
    await bench.setUp({
      answers: { "failure:read-incomplete": "stop" },
      onFailure: ({ options }) => offered.push(...options.map(({ value }) => value)),
    });
    expect(offered).toEqual(["new-key", "replace", "stop"]);
  });
});

test("a replaced App is forgotten, even after a run that did not create the new one", async () => {
  await bench.send("DELETE", variable);
  await bench.send("DELETE", secret);
  await bench.press(`/organizations/acme/settings/apps/${slug}/delete`);
  const answers = { "failure:read-incomplete": "replace" };
  const stopped = await bench.setUp({ answers, stopDuring: "read-browser" });
  expect(stopped.error).toBeInstanceOf(Cancelled);
  const { outcome, asked } = await bench.setUp();
  expect(asked.map(({ id }) => id)).not.toContain("read-incomplete");
  expect(outcome?.apps[0]).toMatchObject({ slug, installation: "proved" });
});

test("a new key proves an installation again after it was changed", async () => {
  const mending = await widenSelection(bench);
  await bench.send("DELETE", secret);
  const { outcome, text } = await bench.setUp({
    answers: {
      "failure:read-incomplete": "new-key",
      "read-new-key": true,
      "read-key-from": "file",
      "read-key-file": await bench.saveKey(slug),
    },
    ...mending,
  });
  expect(text).toContain("acme/web is selected but should not be.");
  expect(outcome?.apps[0]?.installation).toBe("proved");
});

test("an App whose key was lost on another machine is found by its name", async () => {
  await bench.send("DELETE", variable);
  await bench.send("DELETE", secret);
  bench.forgetJournal();
  const { text } = await bench.setUp({ answers: { "failure:read-incomplete": "stop" } });
  expect(text).toContain("The App exists, but its key is not stored.");
  expect(await bench.apps()).toHaveLength(2);
});

test("a key of another App is refused, and the operator can provide the right one", async () => {
  await bench.send("DELETE", secret);
  const wrong = await bench.saveKey("gatehouse-acme-control-write");
  const right = await bench.saveKey(slug);
  const answers = {
    "failure:read-incomplete": "new-key",
    "read-new-key": true,
    "read-key-from": "file",
    "read-key-file": { each: [wrong, right] },
    "failure:read-key-proof": { each: ["again"] },
  };
  const { outcome, text } = await bench.setUp({ answers });
  expect(text).toContain(
    "Check that the key belongs to this App and that this machine's clock is right",
  );
  expect(outcome?.apps[0]?.installation).toBe("proved");
});

test("a file that is not a key is refused with a fix", async () => {
  await bench.send("DELETE", secret);
  const answers = {
    "failure:read-incomplete": "new-key",
    "read-new-key": true,
    "read-key-from": "file",
    "read-key-file": "/dev/null",
  };
  const { error, asked } = await bench.setUp({ answers });
  expect(error?.message).toContain(
    "This is not the App's private key: Nothing was entered. Generate a key on the App's settings page",
  );
  // After a stop at the innermost question, no outer question follows.
  expect(
    asked
      .map(({ id }) => id)
      .filter((id) => id !== "read-incomplete")
      .at(-1),
  ).toBe("read-key-proof");
});
