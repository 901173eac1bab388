import { expect, test } from "vitest";
import { changeSelection } from "../../../flows/setup/change-selection.ts";
import type { FlowContext } from "../../../src/prompts/flow-context.ts";
import { ForgeUnreachable } from "../../../src/forge/forge-errors.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { someInstallation } from "../../forge/resources/some-installation.ts";
import { createVirtualClock } from "../shared/virtual-clock.ts";
import { readyAt, watchScreen } from "./one-screen.ts";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";

const second = 1000;
const unreachable = new ForgeUnreachable({ request: "GET /orgs", reason: "no route" });

/**
 * Starts a wait for a change at a forge with these installation lists, one per check; the last one
 * repeats.
 */
function begin(lists: readonly [Installation[] | undefined | Error, ...unknown[]]) {
  const clock = createVirtualClock();
  const screen = watchScreen();
  const seen: { isChanged?: true } = {};
  let count = 0;
  const deps = {
    ...clock,
    profile: resolveHost("forge.example"),
    repositoryIds: () => Promise.resolve([]),
    openLink: () => Promise.resolve(true),
    listInstallations: () => {
      const list = lists[Math.min(count, lists.length - 1)];
      count += 1;
      return list instanceof Error
        ? Promise.reject(list)
        : Promise.resolve(list as Installation[] | undefined);
    },
  };
  const context = { ...screen.context, reset: () => Promise.resolve() };
  const ceiling = readAppCeiling;
  const repositories = ["acme/a", "acme/b"];
  const wanted = { role: "read", account: "acme", repositories, ceiling } as const;
  const { id: installationId, updatedAt } = someInstallation;
  const subject = { role: "read", ready: readyAt("acme"), ceiling, wanted } as const;
  void changeSelection(context as Pick<FlowContext, "ask" | "reset">, deps, {
    ...subject,
    installation: { installationId, updatedAt },
  }).then(() => (seen.isChanged = true));
  return { clock, seen, ...screen };
}

test("explains the selection in steps, and leaving the wait with Back changes nothing", async () => {
  const { clock, wait } = begin([[someInstallation]]);
  await clock.pass(0);
  expect(wait()).toMatchObject({
    title: "Change the Read App's repositories",
    canLeave: true,
    steps: [
      "If your browser did not open, open this link:",
      'Choose "Only select repositories" and select exactly acme/a, acme/b.',
      "Press [ Save ]. This continues automatically.",
    ],
  });
});

test("ends when the forge's list shows the change, and reports each check until then", async () => {
  const changed = { ...someInstallation, updatedAt: "2031-01-01T00:00:00Z" };
  const { clock, seen, updates } = begin([
    [someInstallation],
    unreachable,
    [someInstallation],
    [changed],
  ]);
  await clock.pass(30 * second);
  expect(seen.isChanged).toBe(true);
  const problems = updates.flatMap(({ problem }) => (problem === undefined ? [] : [problem?.text]));
  // The error disappears as soon as the forge answers.
  expect(problems).toEqual([undefined, unreachable.message, undefined]);
  expect(
    updates.filter(({ line }) => line?.startsWith("not changed yet; checked at")),
  ).toHaveLength(2);
});

test("the operator confirms saving if the list does not show it", async () => {
  const { clock, seen, updates, press } = begin([undefined]);
  await clock.pass(second);
  expect(updates.at(-1)?.line).toMatch(
    /cannot check from here; checked at 12:00:00\. Press m after you have saved it$/,
  );
  await press("saved");
  await clock.pass(0);
  expect(seen.isChanged).toBe(true);
});
