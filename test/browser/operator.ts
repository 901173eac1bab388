import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";

/**
 * Performs an operator's actions on the pages of a setup. Finds elements by their visible text,
 * never by their markup.
 */
export interface Operator {
  /**
   * Opens a link of the setup and presses the required buttons, up to the page that confirms
   * completion.
   */
  readonly follow: (link: string) => Promise<void>;
  /** Opens the saved page and returns the final address in the browser, which no server answers. */
  readonly registerElsewhere: (savedPage: string) => Promise<string>;
}

export function createOperator(page: Page): Operator {
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const register = async () => {
    await press("Continue to the form");
    await press("Create App");
  };
  let loseNext: (() => Promise<string>) | undefined;
  return {
    follow: async (link) => {
      await page.goto(link);
      if (isRegistration(link)) {
        await register();
        await page.getByRole("heading", { name: "Registration received" }).waitFor();
        return;
      }
      await press("Install");
      await page.getByRole("button", { name: "Save" }).waitFor();
    },
    registerElsewhere: async (savedPage) => {
      loseNext ??= await loseCallbacks(page);
      const address = loseNext();
      await page.goto(pathToFileURL(savedPage).href);
      await register();
      return address;
    },
  };
}

/**
 * Returns whether a link is our own page (its path is a few random characters) or a single-use link
 * to it.
 */
export function isRegistration(link: string): boolean {
  return /^(?:\/once)?\/[\w-]{12}$/.test(new URL(link).pathname);
}

/** Submits the completed form and generates a key on the new App's settings page. */
export async function makeAppByHand(
  page: Page,
  link: string,
): Promise<{ clientId: string; keyFile: string }> {
  await page.goto(link);
  await page.getByRole("button", { name: "Create App" }).click();
  const term = page.getByRole("term").filter({ hasText: "Client ID" });
  const clientId = await page.getByRole("definition").filter({ hasText: /^Iv/ }).innerText();
  await term.waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Generate a private key" }).click(),
  ]);
  return { clientId, keyFile: await download.path() };
}

/**
 * Drops callbacks. On another machine no process listens on the wizard's port, and the browser soon
 * retries by itself. The callback is a redirect, which only the browser's own protocol can
 * intercept.
 * @returns a function that resolves to the next dropped address
 */
async function loseCallbacks(page: Page): Promise<() => Promise<string>> {
  const session = await page.context().newCDPSession(page);
  let accept: (address: string) => void = () => undefined;
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const refusal = { requestId, errorReason: "ConnectionRefused" } as const;
    const lost = session.send("Fetch.failRequest", refusal).then(() => accept(request.url));
    // The window may already be closed.
    lost.catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/registered?*" }] });
  return () => new Promise((resolve) => (accept = resolve));
}
