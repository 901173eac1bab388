import { createSign } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/emulator.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { keysOfForge } from "../keys/ready-keys.ts";
import { createPages, signInAt } from "./signed-in.ts";
import { createOpenApiCheck, describedVersion } from "./openapi-check.ts";

export interface Reply {
  status: number;
  // A test states its knowledge of a response by the fields that it reads.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
  text: string;
  headers: Headers;
}

interface Ask {
  body?: unknown;
  /** Token of the request; mona's login if omitted, `null` for an anonymous request. */
  token?: Secret | string | null;
  headers?: Record<string, string>;
}

export interface OpenForge {
  emulator: Emulator;
  rest: (method: string, path: string, ask?: Ask) => Promise<Reply>;
  /** Requests a page, or submits a form, as a signed-in browser; redirects are not followed. */
  page: (path: string, form?: Record<string, string> | [string, string][]) => Promise<Reply>;
  /** Calls the forge's control API. */
  control: (method: string, path: string, body?: unknown) => Promise<Reply>;
}

const check = createOpenApiCheck();

/**
 * Starts a forge for one test, which closes with it. Every exchange is validated against the real
 * forge's API description.
 */
export async function openForge(options: EmulatorOptions = {}): Promise<OpenForge> {
  const problems: string[] = [];
  const emulator = signInAt(
    await startEmulator({
      makeKey: keysOfForge(),
      newApps: "are ready",
      ...options,
      onExchange: (exchange) => {
        if (exchange.version === describedVersion) problems.push(...check(exchange));
      },
    }),
  );
  const pages = createPages(emulator);
  onTestFinished(async () => {
    await emulator.close();
    expect(problems).toEqual([]);
  });
  return {
    emulator,
    rest: (method, path, { body, token = emulator.userToken, headers = {} } = {}) =>
      request(method, `${emulator.apiUrl}${path}`, {
        headers: { ...authorization(token), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    page: async (path, form) => readReply(await (form ? pages.send(path, form) : pages.open(path))),
    control: (method, path, body) =>
      request(method, `${emulator.origin}/_emulator/${path}`, {
        headers: authorization(emulator.operatorKey),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}

async function request(method: string, url: string, init: RequestInit): Promise<Reply> {
  return readReply(await fetch(url, { ...init, method, redirect: "manual" }));
}

async function readReply(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  const json: unknown = isJson && text ? JSON.parse(text) : undefined;
  return { status: response.status, json, text, headers: response.headers };
}

function authorization(token: Secret | string | null): Record<string, string> {
  if (token === null) return {};
  return { authorization: `Bearer ${typeof token === "string" ? token : token.reveal()}` };
}

export const redirectUrl = "http://127.0.0.1:9/callback";

export function manifestOf(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: "acme reader",
    url: "https://example.com",
    redirect_url: redirectUrl,
    public: false,
    default_permissions: { contents: "read", actions: "read" },
    default_events: [],
    ...change,
  };
}

export interface MadeApp {
  slug: string;
  clientId: string;
  appId: number;
  ownerId: number;
  pem: string;
  /** Creates a JWT of the App; `change` overrides its claims. */
  jwt(change?: Record<string, unknown>): string;
}

/** Creates an App for acme from a manifest, as an operator does. */
export async function createApp(
  forge: OpenForge,
  change: Record<string, unknown> = {},
): Promise<MadeApp> {
  const manifest = manifestOf(change);
  const submitted = await forge.page("/organizations/acme/settings/apps", {
    manifest: JSON.stringify(manifest),
    state: "s",
    name: String(manifest["name"]),
  });
  const code = new URL(submitted.headers.get("location") ?? "").searchParams.get("code");
  const { json } = await forge.rest("POST", `/app-manifests/${code}/conversions`, { token: null });
  return {
    slug: json.slug,
    clientId: json.client_id,
    appId: json.id,
    ownerId: json.owner.id,
    pem: json.pem,
    jwt: (claims) => signJwt(json.pem, { iss: json.client_id, ...claims }),
  };
}

export function signJwt(pem: string, claims: Record<string, unknown>): string {
  const seconds = Math.floor(Date.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const times = { iat: seconds - 60, exp: seconds + 540 };
  const unsigned = `${part({ alg: "RS256", typ: "JWT" })}.${part({ ...times, ...claims })}`;
  return `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(pem, "base64url")}`;
}

export async function repositoryId(forge: OpenForge, name: string): Promise<number> {
  return (await forge.rest("GET", `/repos/${name}`)).json.id;
}

/**
 * Installs an App on acme, for these repositories or for all, and returns the installation's ID.
 */
export async function installApp(
  forge: OpenForge,
  app: MadeApp,
  repositories: readonly string[] | "all",
): Promise<number> {
  const fields: [string, string][] = [["target_id", String(app.ownerId)]];
  fields.push(["install_target", repositories === "all" ? "all" : "selected"]);
  for (const name of repositories === "all" ? [] : repositories) {
    fields.push(["repository_ids[]", String(await repositoryId(forge, name))]);
  }
  await forge.page(`/apps/${app.slug}/installations`, fields);
  return (await forge.rest("GET", "/orgs/acme/installation", { token: app.jwt() })).json.id;
}

export async function mintToken(
  forge: OpenForge,
  { app, installation, body = {} }: { app: MadeApp; installation: number; body?: object },
): Promise<Reply> {
  const path = `/app/installations/${installation}/access_tokens`;
  return forge.rest("POST", path, { token: app.jwt(), body });
}
