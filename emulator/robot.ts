import { isDeepStrictEqual } from "node:util";
import { Secret } from "../src/shared/secret.ts";
import { createBrowser, type Page } from "./robot/browser.ts";
import { describeForm, fillForm, type Requests } from "./robot/fill-form.ts";
import { readForms, readHeading, readMarkedValue, type Form } from "./robot/read-forms.ts";

/**
 * Simulates an operator for demos and scripted tests: submits the forms of the web pages over HTTP.
 */
export interface Robot {
  /**
   * Opens a page, submits its form, and continues until a page has no form that the robot knows.
   * @throws Error if it reaches an error page, or is redirected to a host other than loopback
   */
  visit(url: string): Promise<void>;
  /** Clicks "Generate a private key" on an App's settings page. */
  generateKey(appSettingsUrl: string): Promise<Secret>;
  /** Creates a token on the page that a token template URL opens. */
  createToken(templateUrl: string): Promise<Secret>;
}

export interface RobotOptions extends Partial<Requests> {
  /** Called with a description of each action. */
  readonly report?: (what: string) => void;
  /** Adds a sign-in code to a link. Links with a code and links to other forges stay unchanged. */
  readonly signIn?: (link: string) => string;
}

const knownForms = ["sign-in", "register-app", "create-app", "install-app", "edit-installation"];

export function createRobot(options: RobotOptions = {}): Robot {
  const requests = {
    selection: options.selection ?? "preselected",
    appName: options.appName ?? ((name) => name),
  } as const satisfies Requests;
  const report = options.report ?? (() => undefined);
  const browser = createBrowser(options.signIn ?? ((link) => link));

  async function send(page: Page, form: Form): Promise<Page> {
    report(describeForm(form));
    const fields = form.fields.filter((field) => field.isOn);
    const pairs = fields.map(({ name, value }) => [name, value] as const);
    return browser.submit(page, { ...form, fields: pairs });
  }

  /**
   * Returns the main form of a page, filled in. Returns undefined if the page has no known form, or
   * if its installation is already correct.
   */
  function findForm(page: Page, known: readonly string[]): Form | undefined {
    const forms = page.isDownload ? [] : readForms(page.body);
    const shown = forms.find(({ name }) => known.includes(name));
    if (!shown) return undefined;
    const filled = fillForm(shown, requests);
    const isIdle = shown.name === "edit-installation" && isDeepStrictEqual(shown, filled);
    return isIdle ? undefined : filled;
  }

  /**
   * Submits one form after another. Each form is submitted once, because the next page may show it
   * again with the same values.
   */
  async function follow(url: string, known: readonly string[]): Promise<Page> {
    const sent = new Set<string>();
    let page = await browser.open(url);
    for (;;) {
      const form = findForm(page, known);
      if (!form || sent.has(describeContent(form))) return page;
      page = await send(page, form);
      if (form.name === "sign-in") {
        // Signing in discards the earlier submissions, so start over, as a person would.
        sent.clear();
        page = await browser.open(url);
      }
      sent.add(describeContent(form));
    }
  }

  return {
    async visit(url) {
      const page = await follow(url, knownForms);
      // The install page of a new App may be missing on the first request. A person would reload
      // it.
      requireGood(page.status === 404 ? await follow(url, knownForms) : page);
    },
    async generateKey(appSettingsUrl) {
      const page = await follow(appSettingsUrl, ["sign-in", "generate-key"]);
      requireGood(page);
      if (page.isDownload) return new Secret(page.body);
      throw new Error(`${describePage(page)} did not return a private key.`);
    },
    async createToken(templateUrl) {
      const page = await follow(templateUrl, ["sign-in", "create-token"]);
      requireGood(page);
      const token = readMarkedValue(page.body, "token");
      if (token) return new Secret(token);
      throw new Error(`${describePage(page)} does not show a token.`);
    },
  };
}

/** Returns the contents of a form without its hidden token, which differs on each page. */
function describeContent({ fields, ...form }: Form): string {
  return JSON.stringify({ ...form, fields: fields.filter(({ name }) => name !== "form_token") });
}

function requireGood(page: Page): void {
  if (page.status < 400) return;
  throw new Error(`${describePage(page)} returned status ${page.status}.`);
}

/** Describes a page without its query, which may contain a code. */
function describePage(page: Page): string {
  const heading = page.isDownload ? "" : readHeading(page.body);
  const address = page.url.origin + page.url.pathname;
  return heading ? `The page "${heading}" (${address})` : `The page ${address}`;
}
