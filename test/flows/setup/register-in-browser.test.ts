import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TimedOut } from "../../../flows/shared/deadline.ts";
import { openBench } from "./bench.ts";

test("nobody comes in time: the wizard ends, and says so", async () => {
  const bench = await openBench();
  let now = Date.now();
  const { error } = await bench.setUp({
    openLink: () => Promise.resolve(true),
    change: () => ({ now: () => new Date((now += 1_200_000)) }),
  });
  expect(error).toBeInstanceOf(TimedOut);
  expect(error?.message).toBe("The registration of the Read App did not happen in time.");
  expect(await bench.apps()).toEqual([]);
});

test("without a browser the page is saved, and the pasted address is taken", async () => {
  const bench = await openBench();
  const page = join(bench.folder, "page.html");
  const complaints: (string | undefined)[] = [];
  const { outcome, said } = await bench.setUp({
    openLink: () => Promise.resolve(false),
    change: () => ({
      noBrowserBecause: "--no-open was given",
      savePage: (_, text) => {
        writeFileSync(page, text);
        return Promise.resolve(page);
      },
    }),
    onMoment: async ({ wait, update, act }) => {
      if (update.line?.startsWith("Open the link yourself")) await act("save");
      if (update.line?.startsWith("Saved ")) complaints.push(await act("paste", "nonsense"));
      if (wait.endsWith("-browser") && update.link) await bench.robot.visit(update.link);
      if (wait.endsWith("-install") && update.link) await bench.robot.visit(update.link);
    },
  });
  expect(said).toContain("Open the link yourself (--no-open was given)");
  expect(said).toContain(`Saved ${page}`);
  expect(existsSync(page)).toBe(false);
  expect(complaints[0]).toBe("This is no address. Copy the whole address bar.");
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
});

test("the page of a registration is gone once the registration is over", async () => {
  const bench = await openBench();
  const pages: string[] = [];
  await bench.setUp({
    openLink: async (link) => {
      if (!link.startsWith(bench.emulator.origin)) pages.push(link);
      return (await bench.robot.visit(link), true);
    },
  });
  expect(pages).toHaveLength(2);
  for (const page of pages) await expect(fetch(page)).rejects.toThrow("fetch failed");
});
