import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registerInBrowser } from "../../../flows/setup/register-in-browser.ts";
import { TimedOut } from "../../../flows/shared/deadline.ts";
import type { FlowContext } from "../../../src/prompts/flow-context.ts";
import { Back } from "../../../src/prompts/prompter.ts";
import { openRegistration } from "../../../src/plane/setup/loopback.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { call } from "../../call.ts";
import { createVirtualClock } from "../shared/virtual-clock.ts";
import { openBench, repository } from "./bench.ts";
import { readyAt, watchScreen } from "./one-screen.ts";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";

test("the wizard reports a timeout if the operator does not act in time", async () => {
  const bench = await openBench();
  let now = Date.now();
  const { error } = await bench.setUp({
    openLink: () => Promise.resolve(true),
    change: () => ({ now: () => new Date((now += 1_200_000)) }),
  });
  expect(error).toBeInstanceOf(TimedOut);
  expect(error?.message).toBe("The registration of the Read App timed out.");
  expect(await bench.apps()).toEqual([]);
});

test("without a browser, the page is saved, and a pasted address is accepted", async () => {
  const bench = await openBench();
  const page = join(bench.folder, "page.html");
  const complaints: (string | undefined)[] = [];
  const { outcome, text: message } = await bench.setUp({
    openLink: () => Promise.resolve(false),
    change: () => ({
      noBrowserReason: "--no-open was given",
      savePage: (_, text) => {
        writeFileSync(page, text);
        return Promise.resolve(page);
      },
    }),
    onMoment: async ({ wait, update, act }) => {
      if (update.line?.startsWith("Open the link yourself")) await act("save");
      if (update.seen?.startsWith("saved ")) complaints.push(await act("paste", "nonsense"));
      if (wait.endsWith("-browser") && update.link) await bench.robot.visit(update.link);
      if (wait.endsWith("-install") && update.link) await bench.robot.visit(update.link);
    },
  });
  expect(message).toContain("Open the link yourself (--no-open was given)");
  expect(message).toContain(`saved ${page}`);
  expect(existsSync(page)).toBe(false);
  expect(complaints[0]).toBe("This is not a URL. Copy everything in the address bar.");
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
});

test("the page of a registration is deleted after the registration", async () => {
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

test("the wait reports the operator's progress, and the next wait reports the forge's response", async () => {
  const bench = await openBench();
  const seen: [wait: string, seen: string][] = [];
  const { outcome } = await bench.setUp({
    onMoment: ({ wait, update }) => {
      if (update.seen !== undefined && wait.startsWith("read-")) seen.push([wait, update.seen]);
    },
  });
  expect(outcome?.apps).toHaveLength(2);
  expect(seen).toEqual([
    ["read-browser", "your browser opened the page"],
    ["read-browser", "continued to the registration form"],
    ["read-conversion", "received the response"],
    ["read-install", "installed correctly"],
  ]);
});

test("leaving the wait also deletes the page, because the wait creates nothing", async () => {
  const screen = watchScreen();
  const clock = createVirtualClock();
  const profile = resolveHost("forge.example", "forge");
  const app = { profile, repository, role: "read", name: "eyes", ceiling: readAppCeiling } as const;
  let page = "";
  const leaving = registerInBrowser(
    screen.context as FlowContext,
    {
      ...clock,
      profile,
      repository,
      port: 0,
      noBrowserReason: undefined,
      openLink: () => Promise.resolve(true),
      openRegistration: async (options) => {
        const registration = await openRegistration(options);
        page = registration.link;
        return registration;
      },
      convertCode: () => Promise.reject(new Error("no code came")),
      savePage: (name) => Promise.resolve(name),
      removePage: () => Promise.resolve(),
    },
    { role: "read", ready: readyAt("acme"), ceiling: app.ceiling, appRequest: app },
  );
  await expect.poll(() => screen.wait()).toBeTruthy();
  expect(screen.wait()).toMatchObject({
    title: "Create the Read App on the forge",
    canLeave: true,
    steps: [
      "If your browser did not open, open this link:",
      "Sign in if asked. Then press [ Create App ].",
      "Come back here. This continues automatically.",
    ],
  });
  expect(screen.updates[0]).toMatchObject({
    next: "receive, store and verify the key",
    link: page,
  });
  const { text } = await call(page);
  expect(text).toContain("set up acme/control");
  expect(text).toContain("Create the Read App");
  const back = new Back();
  screen.stop.abort(back);
  await expect(leaving).rejects.toBe(back);
  await expect(call(page)).rejects.toThrow(/ECONNREFUSED|socket hang up/);
});
