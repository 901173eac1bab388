import {
  isLevel,
  isPermissionWord,
  levelsOf,
  permissionNames,
  withMetadata,
  type Permissions,
} from "../auth/permission-words.ts";
import { eventProblems } from "../auth/event-permissions.ts";
import { type Fields } from "../http/fields.ts";
import { isRecord } from "../is-record.ts";
import type { App } from "../state/world.ts";

/** The requested settings of an App that does not exist yet. */
export interface AppDraft extends Pick<
  App,
  "name" | "url" | "description" | "setupUrl" | "public" | "permissions" | "events" | "hook"
> {
  redirectUrl: string | null;
}

export interface Drafted {
  draft: AppDraft;
  /** Error messages, in GitHub's wording if it is known. */
  problems: string[];
}

/** Parses a manifest and lists all of its errors. */
export function draftFromManifest(text: string): Drafted {
  const manifest = parse(text);
  if (!manifest) return { draft: emptyDraft, problems: ["Error: the manifest is not valid JSON"] };
  const problems: string[] = [];
  const draft: AppDraft = {
    name: readText(manifest, "name") ?? "",
    url: readText(manifest, "url") ?? "",
    description: readText(manifest, "description") ?? null,
    setupUrl: readText(manifest, "setup_url") ?? null,
    redirectUrl: readText(manifest, "redirect_url") ?? null,
    public: manifest["public"] !== false,
    permissions: readPermissions(manifest["default_permissions"], problems),
    events: readEvents(manifest["default_events"], problems),
    hook: readHook(manifest["hook_attributes"], problems),
  };
  checkUrl("url", draft.url, problems);
  checkUrl("redirect_url", draft.redirectUrl ?? "", problems);
  if (draft.setupUrl !== null) checkUrl("setup_url", draft.setupUrl, problems);
  checkCallbacks(manifest["callback_urls"], problems);
  problems.push(...eventProblems(draft.events, withMetadata(draft.permissions)).map(asError));
  return { draft, problems };
}

const asError = (words: string) => `Error: ${words}`;

/**
 * Reads the values that a link to the registration form prefills: `name`, `url`, `contents=read`
 * and so on.
 */
export function draftFromQuery(query: URLSearchParams): AppDraft {
  return {
    ...emptyDraft,
    name: query.get("name") ?? "",
    url: query.get("url") ?? "",
    description: query.get("description"),
    setupUrl: query.get("setup_url"),
    public: query.get("public") === "true",
    permissions: permissionsFrom((word) => query.get(word)),
    events: query.getAll("events[]"),
    // The form activates the webhook unless the link deactivates it.
    hook: hookFrom(query.get("webhook_active") !== "false", query.get("webhook_url")),
  };
}

export function draftFromForm(form: URLSearchParams): Drafted {
  const draft: AppDraft = {
    ...emptyDraft,
    name: form.get("name") ?? "",
    url: form.get("url") ?? "",
    description: form.get("description") || null,
    setupUrl: form.get("setup_url") || null,
    public: form.get("public") === "true",
    permissions: permissionsFrom((word) => form.get(`permissions[${word}]`)),
    hook: hookFromForm(form),
  };
  const problems: string[] = [];
  checkUrl("url", draft.url, problems);
  problems.push(...checkHook(draft.hook));
  return { draft, problems };
}

/** Returns the webhook that a form describes, or none if it is inactive and has no URL. */
export function hookFromForm(form: URLSearchParams): App["hook"] {
  return hookFrom(form.get("webhook_active") === "true", form.get("webhook_url"));
}

/** Validates a webhook: an active webhook requires a URL. */
export function checkHook(hook: App["hook"]): string[] {
  const problems: string[] = [];
  if (hook?.active) checkUrl("webhook_url", hook.url, problems);
  return problems;
}

const emptyDraft: AppDraft = {
  name: "",
  url: "",
  description: null,
  setupUrl: null,
  redirectUrl: null,
  public: false,
  permissions: {},
  events: [],
  hook: null,
};

function parse(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}

function readPermissions(value: unknown, problems: string[]): Permissions {
  const permissions: Permissions = {};
  for (const [word, level] of Object.entries(isRecord(value) ? value : {})) {
    if (!isPermissionWord(word))
      problems.push(
        `Error: Default permission records resource is not included in the list: ${word}`,
      );
    else if (isLevel(level) && levelsOf(word).includes(level)) permissions[word] = level;
    else problems.push(`Error: Default permission ${word} cannot be ${String(level)}`);
  }
  return permissions;
}

function readEvents(value: unknown, problems: string[]): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value;
  problems.push("Error: default_events is not a list of events");
  return [];
}

/**
 * Reads the webhook. GitHub's message is misleading: it names `url` but refers to the URL of the
 * webhook.
 */
function readHook(value: unknown, problems: string[]): App["hook"] {
  if (value === undefined) return null;
  const hook = isRecord(value) ? value : {};
  if ("secret" in hook) problems.push('Error: "secret" is not a permitted key.');
  const url = readText(hook, "url");
  if (url === undefined) {
    problems.push(`Error: "url" wasn't supplied.`);
    return null;
  }
  const active = hook["active"] !== false;
  if (active && isOnThisMachine(url)) {
    problems.push(
      "Error: Hook url is not supported because it isn't reachable over the public Internet (localhost)",
    );
  }
  return { url, active };
}

function isOnThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false;
  return /^(?:localhost|127\.[\d.]+|\[::1\])$|\.localhost$/.test(new URL(url).hostname);
}

const mostCallbacks = 10;

function checkCallbacks(value: unknown, problems: string[]): void {
  if (value === undefined) return;
  if (!Array.isArray(value) || value.length > mostCallbacks) {
    problems.push(`Error: callback_urls is not a list of ${mostCallbacks} URLs at most`);
    return;
  }
  for (const url of value) checkUrl("callback_urls", String(url), problems);
}

function hookFrom(active: boolean, url: string | null): App["hook"] {
  return active || url ? { url: url ?? "", active } : null;
}

export function permissionsFrom(read: (word: string) => string | null): Permissions {
  return Object.fromEntries(
    Object.keys(permissionNames).flatMap((word) => {
      const level = read(word);
      return isLevel(level) ? [[word, level]] : [];
    }),
  );
}

function checkUrl(name: string, value: string, problems: string[]): void {
  if (value === "") problems.push(`Error: "${name}" wasn't supplied.`);
  else if (!/^https?:/.test(value) || !URL.canParse(value)) {
    problems.push(`Error: ${name} must be a valid URL`);
  }
}
