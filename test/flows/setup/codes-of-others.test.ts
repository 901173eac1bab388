import { expect, test } from "vitest";
import { openBench } from "./bench.ts";
import { openPage, readPage } from "./open-page.ts";

test("a code that the forge does not know, by whomever it was sent, changes nothing", async () => {
  const bench = await openBench();
  let forged = 0;
  const openLink = async (link: string) => {
    if (link.startsWith(bench.emulator.origin)) return (await bench.robot.visit(link), true);
    const { url, html } = await openPage(link);
    const state = /\?state=(\w+)/.exec(html)?.[1] ?? "";
    await readPage(new URL(`/registered?code=garbage&state=${state}`, url).href);
    forged += 1;
    return (await bench.robot.visit(url), true);
  };
  const told: unknown[] = [];
  const onMoment = async ({ update }: { update: { line?: string } }) => {
    const steps = [...(await bench.journal()).steps().keys()];
    if (update.line?.startsWith("A code came"))
      told.push(steps.filter((id) => /registered/.test(id)).length);
  };
  const { outcome, said } = await bench.setUp({ openLink, onMoment, saysMade: false });
  expect(told).toEqual([0, 1]);
  expect([forged, outcome?.apps.length]).toEqual([2, 2]);
  expect(said).toContain("A code came that the forge does not know. Nothing was changed;");
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
});
