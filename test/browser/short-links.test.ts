import { expect, onTestFinished, test } from "vitest";
import { openShortLinks } from "../../src/prompts/open-short-links.ts";
import { openForge } from "../emulator/open-forge.ts";
import { openChromium } from "./chromium.ts";

const openWindow = openChromium();

test("a short address signs in and redirects to the page, also a second time, but only in the same browser", async () => {
  const { emulator } = await openForge();
  const shortLinks = await openShortLinks({ env: {}, mayOpen: true });
  onTestFinished(() => shortLinks.close());
  const link = `${emulator.origin}/organizations/acme/settings/apps/new`;
  const signed = emulator.signIn(link);
  shortLinks.addShortLink(signed, link);
  const address = shortLinks.shorten(signed);
  const page = await openWindow();
  const form = page.getByRole("heading", { level: 1, name: "Register new App" });
  for (const _time of [1, 2]) {
    await page.goto(address);
    await form.waitFor();
    // Neither the code nor the address of gatehouse remains in the address bar.
    expect(page.url()).toBe(link);
  }
  const other = await openWindow();
  await other.goto(address);
  await other.getByText("gatehouse emulator --sign-in").waitFor();
});
