import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { openShortLinks } from "../../src/prompts/open-short-links.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";
import { makeFolder } from "../temporary-folder.ts";
import { openLoopback } from "../plane/setup/loopback-bench.ts";
import { openChromium } from "./chromium.ts";
import { inspectPage } from "./inspect-page.ts";

const openWindow = openChromium();

/** Every page that gatehouse shows in a browser, by how a user reaches it. */
const pages: Readonly<Record<string, () => Promise<string>>> = {
  "the registration page": async () => (await openLoopback()).registration.link,
  "the registration page with long names": async () => {
    const repository = requireRepositoryName(`acme/${"w".repeat(100)}`, "--repo");
    return (await openLoopback(0, { repository, name: "W".repeat(34) })).registration.link;
  },
  "the saved registration page": async () => {
    const { registration } = await openLoopback();
    const path = join(makeFolder("page"), "register.html");
    writeFileSync(path, registration.page);
    return pathToFileURL(path).href;
  },
  "the callback page": async () => {
    const { origin, callback } = await openLoopback();
    return origin + callback;
  },
  "the page for a rejected code": async () => `${(await openLoopback()).origin}/registered?code=x`,
  "the page for a used link": async () => `${(await openLoopback()).origin}/once/AAAAAAAAAAAA`,
  "the page for an unknown address": async () => `${(await openLoopback()).origin}/else`,
  "the page for an unknown short address": async () => {
    const shortLinks = await openShortLinks({ env: {}, mayOpen: true });
    onTestFinished(() => shortLinks.close());
    return new URL("/else", shortLinks.shorten(`https://forge.example/${"x".repeat(60)}`)).href;
  },
};

const widths = [1024, 320];
const grounds = { light: "rgb(255, 255, 255)", dark: "rgb(18, 22, 28)" } as const;

/** Returns the violations that axe finds and the checks that it cannot decide. */
async function findBarriers(page: Page): Promise<unknown> {
  return page.evaluate(
    "axe.run().then(({ violations, incomplete }) => [...violations, ...incomplete].flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))",
  );
}

test.each(Object.entries(pages))("%s is accessible", async (_name, open) => {
  const page = await openWindow();
  await page.goto(await open());
  await page.evaluate(axe.source);
  for (const [colorScheme, background] of Object.entries(grounds)) {
    await page.emulateMedia({ colorScheme: colorScheme === "dark" ? "dark" : "light" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 640 });
      expect(await inspectPage(page)).toEqual([]);
      expect(await findBarriers(page), `${colorScheme}, ${width} wide`).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      const painted = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      expect(painted).toBe(background);
    }
  }
});

test("the registration page works with the keyboard only, and shows the focused element", async () => {
  const { registration } = await openLoopback();
  const page = await openWindow();
  await page.goto(registration.link);
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Continue to the form");
  const outline = "getComputedStyle(document.activeElement).outlineStyle";
  expect(await page.evaluate(outline)).toBe("solid");
});
