import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openForge } from "../emulator/open-forge.ts";
import { openChromium } from "./chromium.ts";
import { inspectPage } from "./inspect-page.ts";

const openWindow = openChromium();
const settings = "/organizations/acme/settings";

/** Starts a forge with one installed App and returns the paths of its pages. */
async function openFurnishedForge(page: Page) {
  const { emulator, control } = await openForge();
  const go = (path: string) => page.goto(emulator.signIn(new URL(path, emulator.origin).href));
  await go(
    `${settings}/apps/new?name=eyes&url=https://example.com&webhook_active=false&contents=read`,
  );
  await page.getByRole("button", { name: "Create App" }).click();
  await page.getByRole("link", { name: "Install App" }).click();
  await page.getByRole("button", { name: "Install" }).click();
  const apps = (await control("GET", "apps")).json as { installations: { id: number }[] }[];
  return { go, installation: apps[0]?.installations[0]?.id ?? 0 };
}

describe("the forge's pages in Chromium", () => {
  test.each([true, false])("are accessible (script: %s)", async (script) => {
    const page = await openWindow({ javaScriptEnabled: script });
    const { go, installation } = await openFurnishedForge(page);
    const pages = [
      "/",
      `${settings}/apps`,
      `${settings}/apps/new`,
      "/settings/apps/new",
      `${settings}/apps/eyes`,
      "/apps/eyes",
      `${settings}/installations`,
      `${settings}/installations/${installation}`,
      "/settings/personal-access-tokens",
      "/settings/personal-access-tokens/new?name=agents&target_name=acme&contents=read",
      "/login",
      "/nothing/here",
    ];
    for (const path of pages) {
      await go(path);
      expect({ path, problems: await inspectPage(page) }).toEqual({ path, problems: [] });
    }
  });

  test("an installation page offers each choice of repositories by its label", async () => {
    const page = await openWindow();
    const { go } = await openFurnishedForge(page);
    await go(
      `${settings}/apps/new?name=hands&url=https://example.com&webhook_active=false&contents=write`,
    );
    await page.getByRole("button", { name: "Create App" }).click();
    await page.getByRole("link", { name: "Install App" }).click();
    expect(await inspectPage(page)).toEqual([]);
    await page.getByLabel("Only select repositories").check();
    await page.getByRole("button", { name: "Install" }).click();
    await page.getByRole("alert").waitFor();
    expect(await inspectPage(page)).toEqual([]);
    expect(await page.getByRole("alert").innerText()).toContain("Select at least one repository");
    await page.getByRole("link", { name: "Back" }).click();
    await page.getByLabel("Only select repositories").check();
    await page.getByLabel("acme/web").check();
    await page.getByRole("button", { name: "Install" }).click();
    expect(await page.getByLabel("acme/web").isChecked()).toBe(true);
    expect(await page.getByLabel("acme/control").isChecked()).toBe(false);
  });

  test("an App and its key can be created with the keyboard only", async () => {
    const page = await openWindow();
    const { go } = await openFurnishedForge(page);
    await go(`${settings}/apps/new?name=hands&url=https://example.com&webhook_active=false`);
    await page.getByRole("textbox", { name: "App name" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "hands" }).waitFor();
    await page.getByRole("button", { name: "Generate a private key" }).focus();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.keyboard.press("Space"),
    ]);
    expect(download.suggestedFilename()).toMatch(/^hands\..*\.private-key\.pem$/);
  });

  test("a sign-in redirects back to the page that was requested before it", async () => {
    const { emulator } = await openForge();
    const page = await openWindow();
    const login = `${emulator.origin}/login?return_to=${encodeURIComponent(`${settings}/apps`)}`;
    await page.goto(emulator.signIn(login));
    await page.getByRole("combobox", { name: "Account" }).selectOption("mona");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Apps" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${settings}/apps`);
  });
});

test("the inspection finds accessibility problems of a page", async () => {
  const page = await openWindow();
  await page.setContent(
    "<h1>One</h1><h3>Three</h3><input><button></button><fieldset><input type=radio></fieldset>",
  );
  expect(await inspectPage(page)).toEqual([
    "names no language",
    "has no title",
    "has not one main part",
    "skips a level of headings",
    "has a textbox without a name",
    "has a button without a name",
    "has a group without a name",
    "has a radio without a name",
  ]);
});
