import { describe, expect, test } from "vitest";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { begin, exact, onTwo, proof } from "./begin-wait.ts";
import { readyAt } from "./one-screen.ts";

const second = 1000;

describe("an observation", () => {
  const seenOf = ({ updates }: ReturnType<typeof begin>) =>
    updates.flatMap(({ seen, amiss }) => seen ?? amiss ?? []);
  const times = ({ updates }: ReturnType<typeof begin>) =>
    updates.flatMap(({ line }) => (line?.includes("checked at ") ? [line] : []));

  test("is reported once per change, next to the time of each check", async () => {
    const all: Installation = { ...exact, selection: "all" };
    const suspended: Installation = { ...exact, isSuspended: true };
    const run = begin([[], [], [all], [all], [suspended], [exact]]);
    await run.clock.pass(60 * second);
    expect(seenOf(run)).toEqual([
      "installed on all repositories",
      "installed, but suspended",
      "installed correctly",
    ]);
    // Only a correct installation counts as done.
    expect(run.updates.flatMap(({ seen }) => seen ?? [])).toEqual(["installed correctly"]);
    expect(times(run)).toHaveLength(6);
    expect(times(run)[0]).toMatch(/^not installed yet; checked at \d\d:\d\d:\d\d$/);
    expect(new Set(times(run)).size).toBeGreaterThan(4);
  });

  test("is not reported for a missing installation at first, but is reported if one disappears", async () => {
    const run = begin([[], [{ ...exact, isSuspended: true }], [], [exact]]);
    await run.clock.pass(60 * second);
    expect(seenOf(run)).toEqual([
      "installed, but suspended",
      "not installed yet",
      "installed correctly",
    ]);
  });

  test("names the repositories that must still be added", async () => {
    const run = begin([[exact]], { wanted: onTwo });
    await run.clock.pass(second);
    expect(seenOf(run)).toEqual(["installed, but without acme/web"]);
    expect(run.updates.at(-1)?.problem?.hints).toMatchObject([
      { text: "Add acme/web. Press [ Save ]" },
    ]);
  });
});

describe("if an App covers the control repository,", () => {
  test("the other repositories come next: the screen reports no problem until they are added", async () => {
    const run = begin([[exact]], { isNew: true, before: proof, wanted: onTwo });
    await run.clock.pass(60 * second);
    expect(run.wait()?.title).toBe("Add repositories to the Read App");
    expect(run.wait()?.body).toBeUndefined();
    expect(run.updates.flatMap(({ amiss, problem }) => amiss ?? problem ?? [])).toEqual([]);
    expect(run.updates.at(-1)?.line).toMatch(/^not added yet; checked at /);
    expect(run.updates.at(-1)?.link).toBe(
      "https://forge.example/organizations/acme/settings/installations/9",
    );
  });

  test("the proof of other repositories has its own date if they are added during the first check", async () => {
    const added: Installation = { ...exact, updatedAt: "2026-01-02T00:00:00Z" };
    const covers = onTwo.repositories;
    const run = begin([[exact], [added]], { isNew: true, before: proof, wanted: onTwo, covers });
    await run.clock.pass(60 * second);
    expect(run.seen.proof).toMatchObject({ updatedAt: added.updatedAt });
  });

  test("the other repositories are proved at once if the App covered them from the start", async () => {
    const covers = onTwo.repositories;
    const run = begin([[exact]], { isNew: true, before: proof, wanted: onTwo, covers });
    await run.clock.pass(60 * second);
    expect(run.seen.proof).toMatchObject({ updatedAt: exact.updatedAt });
  });

  test("an App that covers all repositories is still a problem", async () => {
    const all: Installation = { ...exact, selection: "all" };
    const run = begin([[exact], [all]], { isNew: true, before: proof, wanted: onTwo });
    await run.clock.pass(60 * second);
    expect(run.updates.at(-1)?.problem?.text).toContain("installed on all repositories");
  });
});

describe("the request on the screen", () => {
  test.each<[string, Parameters<typeof begin>[1], string]>([
    ["an owner", {}, "Press [ Install ]. This continues automatically."],
    [
      "a user who can only request an installation",
      { ready: readyAt("acme", { isOwner: false }) },
      "Press [ Request ]. This continues automatically.",
    ],
    [
      "an owner of an existing installation",
      {
        before: proof,
        wanted: onTwo,
      },
      "Press [ Save ]. This continues automatically.",
    ],
  ])("tells %s to press the button that the forge shows", (_who, more, step) => {
    const run = begin([[]], more);
    return run.clock.pass(0).then(() => {
      expect(run.wait()?.steps).toEqual([
        "If your browser did not open, open this link:",
        expect.stringContaining(
          'Choose "Only select repositories" and select exactly acme/control',
        ),
        step,
      ]);
      expect(run.wait()).toMatchObject({ canLeave: true });
    });
  });

  test("names the account", async () => {
    const run = begin([[]]);
    await run.clock.pass(0);
    expect(run.wait()?.title).toBe("Install the Read App on acme");
  });

  test("fits in one row, regardless of the length of the account's name", async () => {
    const run = begin([[]], { ready: readyAt("a".repeat(39)) });
    await run.clock.pass(0);
    expect(run.wait()?.title).toBe("Install the Read App");
  });

  test("explains that the page of a new App takes a few seconds to appear", async () => {
    const [made, known] = [begin([[]], { isNew: true }), begin([[]])];
    await made.clock.pass(0);
    await known.clock.pass(0);
    expect(made.wait()?.body).toEqual([
      expect.stringContaining(
        "Page not found? The page of a new App takes a few seconds to appear. Wait, then press o again.",
      ),
    ]);
    expect(known.wait()?.body).toBeUndefined();
  });
});
