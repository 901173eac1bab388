import { ForgeUnreachable } from "../forge-errors.ts";

/** What we read of the forge's App object. */
export interface App {
  readonly id: number;
  readonly clientId: string;
  readonly slug: string;
  readonly name: string;
  readonly owner: string;
  readonly ownerKind: "organization" | "user";
  readonly permissions: Readonly<Record<string, string>>;
  readonly events: readonly string[];
}

/** What we read of an installation. */
export interface Installation {
  readonly id: number;
  readonly appId: number;
  readonly appSlug: string;
  /** Older servers do not tell it. */
  readonly clientId: string | undefined;
  readonly account: string;
  readonly selection: "all" | "selected";
  readonly permissions: Readonly<Record<string, string>>;
  readonly isSuspended: boolean;
  /** Moves whenever the installation is changed. ISO 8601. */
  readonly updatedAt: string;
}

export interface InstalledRepository {
  readonly id: number;
  readonly fullName: string;
}

type Fields = Record<string, unknown>;

/** @see GET /app, POST /app-manifests/{code}/conversions: both answer an integration */
export function readApp(body: unknown): App {
  const app = fieldsOf(body, "an App");
  const owner = fieldsOf(app["owner"], "an App's owner");
  return {
    id: number(app, "id"),
    clientId: text(app, "client_id"),
    slug: text(app, "slug"),
    name: text(app, "name"),
    owner: text(owner, "login"),
    ownerKind: owner["type"] === "Organization" ? "organization" : "user",
    permissions: readWords(app, "permissions"),
    events: readEvents(app),
  };
}

/** @see GET /app/installations */
export function readInstallations(body: unknown): Installation[] {
  return listOf(body, "a list of installations").map(readInstallation);
}

/** @see GET /repos/{owner}/{repo}/installation, GET /orgs/{org}/installations */
export function readInstallation(body: unknown): Installation {
  const installation = fieldsOf(body, "an installation");
  return {
    id: number(installation, "id"),
    appId: number(installation, "app_id"),
    appSlug: text(installation, "app_slug"),
    clientId: installation["client_id"] as string | undefined,
    account: text(fieldsOf(installation["account"], "an installation's account"), "login"),
    selection: installation["repository_selection"] === "selected" ? "selected" : "all",
    permissions: readWords(installation, "permissions"),
    isSuspended: typeof installation["suspended_at"] === "string",
    updatedAt: text(installation, "updated_at"),
  };
}

/** @see GET /installation/repositories */
export function readRepositoryList(body: unknown): {
  total: number;
  repositories: InstalledRepository[];
} {
  const list = fieldsOf(body, "a list of repositories");
  const repositories = listOf(list["repositories"], "a list of repositories").map((entry) => {
    const repository = fieldsOf(entry, "a repository");
    return { id: number(repository, "id"), fullName: text(repository, "full_name") };
  });
  return { total: number(list, "total_count"), repositories };
}

/** Absent where there are none. */
function readEvents(app: Fields): string[] {
  const events = listOf(app["events"] ?? [], "a list of events");
  return events.map((event) => {
    if (typeof event === "string") return event;
    throw misshapen("an event");
  });
}

/** Absent where there are none. */
function readWords(fields: Fields, name: string): Record<string, string> {
  const words = fieldsOf(fields[name] ?? {}, name);
  return Object.fromEntries(Object.keys(words).map((key) => [key, text(words, key)]));
}

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value === "object" && value !== null) return value as Fields;
  throw misshapen(what);
}

function listOf(value: unknown, what: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw misshapen(what);
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  throw misshapen(name);
}

function number(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw misshapen(name);
}

/** A proxy's or a login page's answer rather than the forge's. */
function misshapen(what: string): ForgeUnreachable {
  return new ForgeUnreachable({ request: "in a form we know", because: `${what} is missing` });
}
