import { isDeepStrictEqual } from "node:util";
import { Secret } from "../src/shared/secret.ts";
import { createBrowser, type Page } from "./robot/browser.ts";
import { describeForm, fillForm, type Requests } from "./robot/fill-form.ts";
import { readForms, readHeading, readMarkedValue, type Form } from "./robot/read-forms.ts";

/** An operator without a screen: clicks over HTTP what a person clicks, for demos and scripted tests. */
export interface Robot {
  /**
   * Opens a page, fills its form, sends it, and so on until a page has no form that the robot knows.
   * @throws Error when it ends on an error page, or is led away from the loopback
   */
  visit(url: string): Promise<void>;
  /** Presses "Generate a private key" on an App's settings page. */
  generateKey(appSettingsUrl: string): Promise<Secret>;
  /** Makes a token on the page of a token template. */
  createToken(templateUrl: string): Promise<Secret>;
}

export interface RobotOptions extends Partial<Requests> {
  /** Told each thing that the robot does. */
  readonly say?: (what: string) => void;
  /** Makes of a link one that signs in; links that do already, and other forges', stay as they are. */
  readonly signIn?: (link: string) => string;
}

const knownForms = ["sign-in", "register-app", "create-app", "install-app", "edit-installation"];

export function createRobot(options: RobotOptions = {}): Robot {
  const wishes = {
    selection: options.selection ?? "preselected",
    appName: options.appName ?? ((name) => name),
  } as const satisfies Requests;
  const say = options.say ?? (() => undefined);
  const browser = createBrowser(options.signIn ?? ((link) => link));

  async function send(page: Page, form: Form): Promise<Page> {
    say(describeForm(form));
    const fields = form.fields.filter((field) => field.isOn);
    const pairs = fields.map(({ name, value }) => [name, value] as const);
    return browser.submit(page, { ...form, fields: pairs });
  }

  /** The main form of a page, filled in; an installation that is as it should be needs no edit. */
  function findForm(page: Page, known: readonly string[]): Form | undefined {
    const forms = page.isDownload ? [] : readForms(page.body);
    const shown = forms.find(({ name }) => known.includes(name));
    if (!shown) return undefined;
    const filled = fillForm(shown, wishes);
    const isIdle = shown.name === "edit-installation" && isDeepStrictEqual(shown, filled);
    return isIdle ? undefined : filled;
  }

  /** Goes from form to form, each only once: the page after it may show it again, filled in the same way. */
  async function follow(url: string, known: readonly string[]): Promise<Page> {
    const sent = new Set<string>();
    let page = await browser.open(url);
    for (;;) {
      const form = findForm(page, known);
      if (!form || sent.has(describeContent(form))) return page;
      page = await send(page, form);
      if (form.name === "sign-in") {
        // Signing in loses what was sent before it: like a person, begin again.
        sent.clear();
        page = await browser.open(url);
      }
      sent.add(describeContent(form));
    }
  }

  return {
    async visit(url) {
      const page = await follow(url, knownForms);
      // As a person does: the install page of a new App may be missing at the first look.
      requireGood(page.status === 404 ? await follow(url, knownForms) : page);
    },
    async generateKey(appSettingsUrl) {
      const page = await follow(appSettingsUrl, ["sign-in", "generate-key"]);
      requireGood(page);
      if (page.isDownload) return new Secret(page.body);
      throw new Error(`${describePage(page)} gave no private key.`);
    },
    async createToken(templateUrl) {
      const page = await follow(templateUrl, ["sign-in", "create-token"]);
      requireGood(page);
      const token = readMarkedValue(page.body, "token");
      if (token) return new Secret(token);
      throw new Error(`${describePage(page)} shows no token.`);
    },
  };
}

/** What a form says; the hidden token that makes it good for once is another one on each page. */
function describeContent({ fields, ...form }: Form): string {
  return JSON.stringify({ ...form, fields: fields.filter(({ name }) => name !== "form_token") });
}

function requireGood(page: Page): void {
  if (page.status < 400) return;
  throw new Error(`${describePage(page)} answered with status ${page.status}.`);
}

/** Without the query: it may hold a code. */
function describePage(page: Page): string {
  const heading = page.isDownload ? "" : readHeading(page.body);
  const address = page.url.origin + page.url.pathname;
  return heading ? `The page "${heading}" (${address})` : `The page ${address}`;
}
