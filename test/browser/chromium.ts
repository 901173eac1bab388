import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { machine } from "../system/machine.ts";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface WindowOptions extends BrowserContextOptions {
  /** Console messages that are allowed; any other error or warning fails the test. */
  readonly mayComplain?: RegExp;
}

/** Starts one Chromium per test file. The returned function opens a window with its own profile. */
export function openChromium() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: machine().chromium, args: flags });
  });
  afterAll(() => browser.close());
  return async ({ mayComplain, ...options }: WindowOptions = {}): Promise<Page> => {
    const context = await browser.newContext(options);
    const complaints: string[] = [];
    context.on("weberror", (failure) => void complaints.push(String(failure.error())));
    context.on("console", (line) => {
      // For a page with an error status, the console prints an additional error.
      const isStatus = line.text().startsWith("Failed to load resource");
      const isExpected = isStatus || mayComplain?.test(line.text());
      if (line.type() === "error" && !isExpected) complaints.push(line.text());
    });
    onTestFinished(async () => {
      await context.close();
      expect(complaints, "what the pages complained of").toEqual([]);
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    return page;
  };
}
