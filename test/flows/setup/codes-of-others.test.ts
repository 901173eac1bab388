import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WrongOwner } from "../../../src/plane/setup/compare-app.ts";
import type { SetUpDeps } from "../../../flows/setup/set-up-deps.ts";
import { createPages } from "../../emulator/signed-in.ts";
import { openBench, type FlowBench, type SetUpOptions } from "./bench.ts";
import { openPage, readPage, readState } from "./open-page.ts";

test("a code that the forge does not know changes nothing, regardless of its sender", async () => {
  const bench = await openBench();
  let forged = 0;
  const openLink = async (link: string) => {
    if (link.startsWith(bench.emulator.origin)) return (await bench.robot.visit(link), true);
    const { url } = await openPage(link);
    const state = await readState(url);
    await readPage(new URL(`/registered?code=garbage&state=${state}`, url).href);
    forged += 1;
    return (await bench.robot.visit(url), true);
  };
  const reported: unknown[] = [];
  const onMoment = async ({ update }: { update: { line?: string } }) => {
    const steps = [...(await bench.journal()).steps().keys()];
    if (update.line?.startsWith("Received an unknown code"))
      reported.push(steps.filter((id) => /registered/.test(id)).length);
  };
  const { outcome, text } = await bench.setUp({ openLink, onMoment, statesCreated: false });
  expect(reported).toEqual([0, 1]);
  expect([forged, outcome?.apps.length]).toEqual([2, 2]);
  expect(text).toContain("Received an unknown code. Nothing was changed;");
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
});

const slug = "gatehouse-acme-control-read";

/** Submits the page's form for the operator's own account instead. Returns the redirect target. */
async function makeForMona(
  bench: FlowBench,
  { url, html }: { url: string; html: string },
  name?: string,
): Promise<string> {
  const field = /name="manifest" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const state = await readState(url);
  const manifest = field.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const asked = JSON.parse(manifest) as { name: string };
  const form = { manifest, state, name: name ?? asked.name };
  const made = await createPages(bench.emulator).send("/settings/apps", form);
  return made.headers.get("location") ?? "";
}

/** Records each key that the forge returns, which is otherwise hidden. */
function noteKeys(keys: string[]): NonNullable<SetUpOptions["change"]> {
  return (deps) => ({
    convertCode: async (...args) => {
      const made = await deps.convertCode(...args);
      keys.push(made.key.reveal());
      return made;
    },
  });
}

test("an App created for another owner is reported on the same screen, which also creates the right one", async () => {
  const bench = await openBench();
  const { origin } = bench.emulator;
  let isWrong = true;
  const openLink: SetUpDeps["openLink"] = async (link) => {
    if (!isWrong || link.startsWith(origin)) return (await bench.robot.visit(link), true);
    await readPage(await makeForMona(bench, await openPage(link)));
    isWrong = false;
    return true;
  };
  const seen: unknown[] = [];
  const keys: string[] = [];
  const { outcome, text } = await bench.setUp({
    openLink,
    change: noteKeys(keys),
    onMoment: async ({ update, act }) => {
      if (!update.problem) return;
      seen.push(await bench.stored(), [...(await bench.journal()).steps().keys()].join());
      await bench.press(`/settings/apps/${slug}/delete`);
      await act("open");
    },
  });
  expect(text).toContain(`belongs to mona, not to acme. Its key was discarded.`);
  expect(text).toContain(`${origin}/settings/apps/${slug}`);
  expect(text).toContain("press o here");
  expect(seen).toEqual([{}, expect.not.stringContaining("registered")]);
  expect(outcome?.apps.map((app) => app.installation)).toEqual(["proved", "proved"]);
  expect((await bench.apps()).map(({ owner }) => owner)).toEqual(["acme", "acme"]);
  expect(keys).toHaveLength(3);
  expect(bench.keychain.held.size).toBe(0);
  const [wrong = "-----"] = keys;
  const files = readdirSync(bench.folder).map((name) => readFileSync(join(bench.folder, name)));
  expect(Buffer.concat(files).toString()).not.toContain(wrong.slice(100, 140));
});

test("a code of another user's App does not end the wait", async () => {
  const bench = await openBench();
  let isSent = false;
  const openLink: SetUpDeps["openLink"] = async (link) => {
    if (isSent || link.startsWith(bench.emulator.origin)) {
      return (await bench.robot.visit(link), true);
    }
    const opened = await openPage(link);
    isSent = true;
    await readPage(await makeForMona(bench, opened, "somebody-elses"));
    return (await bench.robot.visit(opened.url), true);
  };
  const { outcome, text } = await bench.setUp({ openLink, statesCreated: false });
  expect(text).toContain('The App "somebody-elses" belongs to mona, not to acme.');
  expect(outcome?.apps.map((app) => app.installation)).toEqual(["proved", "proved"]);
  expect(outcome?.apps[0]?.slug).toBe(slug);
});

test("a wait that ends after an App of another owner was created lists what remains on the forge", async () => {
  const bench = await openBench();
  let now = Date.now();
  let minutes = 0;
  const openLink: SetUpDeps["openLink"] = async (link) => {
    const back = await makeForMona(bench, await openPage(link));
    minutes = 20;
    await readPage(back);
    return true;
  };
  const { error } = await bench.setUp({
    openLink,
    change: () => ({ now: () => new Date((now += minutes * 60_000)) }),
  });
  expect(error).toBeInstanceOf(WrongOwner);
  expect(await bench.stored()).toEqual({});
});
