import { fieldOf, type YamlField, type YamlMap, type YamlNode } from "../../yaml/yaml-node.ts";
import { findNearest } from "../../shared/find-nearest.ts";
import type { CredentialSource, WrittenCredential } from "../rules/credential-rule.ts";
import { fault, isFault, type Fault } from "../rules/fault.ts";
import type { RuleProblem } from "../rules/rule-options.ts";
import type { Locate } from "./config-document.ts";
import { alias, readText, wrong, type ReadConfig } from "./config-values.ts";
import { findStrange } from "./find-strange.ts";
import { parseVariableName } from "./parse-variable.ts";
import { readMethods } from "./read-rule-entries.ts";

export const credentialKeys = ["url", "methods", "from", "header", "reason"] as const;
const appKeys = ["app", "repositories", "permissions"] as const;
export const appRoles = ["read", "write"] as const;
export const permissionLevels = ["read", "write"] as const;

/** Reads `credentials: [{ url, methods, from, header, reason }]`. */
export function readCredentials(value: YamlNode, locate: Locate): ReadConfig {
  const named = { ...locate(value), text: "credentials" };
  if (value.isAlias) return wrong(named, alias);
  if (value.kind !== "list")
    return wrong(named, fault("is not a list of entries with `url` and `from`"));
  const read = value.items.map((entry) => readEntry(entry, locate));
  return {
    written: [],
    problems: read.flatMap(({ problems }) => problems),
    credentials: read.flatMap(({ credential }) => credential ?? []),
  };
}

interface ReadEntry {
  readonly credential?: WrittenCredential;
  readonly problems: readonly RuleProblem[];
}

function readEntry(entry: YamlNode, locate: Locate): ReadEntry {
  if (entry.isAlias) return wrong(locate(entry), alias);
  if (entry.kind !== "map") return wrong(locate(entry), fault("is not an entry with url and from"));
  const strange = findStrange(entry, credentialKeys, { locate, kind: "a credential" });
  const valueOf = (name: (typeof credentialKeys)[number]) => fieldOf(entry, name)?.value;
  const [url, from] = [valueOf("url"), valueOf("from")];
  if (!url || !from) {
    const missing = url ? "requires a source: from" : "requires a url";
    return { problems: [...strange, ...wrong(locate(entry), fault(missing)).problems] };
  }
  const text = readText(url);
  const source = readSource(from, typeof text === "string" ? text : "");
  const methods = readOptional(valueOf("methods"), readMethods);
  const header = readOptional(valueOf("header"), readHeader);
  const note = readOptional(valueOf("reason"), readText);
  const parts = { url: text, from: source, methods, header, reason: note };
  const problems = Object.entries(parts).flatMap(([name, read]) => {
    const at = fieldOf(entry, name)?.value ?? entry;
    return typeof read === "object" && isFault(read)
      ? wrong({ ...locate(at), text: name }, read).problems
      : [];
  });
  if (typeof text !== "string" || isFault(source) || problems.length > 0)
    return { problems: [...strange, ...problems] };
  const credential = {
    id: locate(url).id,
    text,
    source,
    ...(Array.isArray(methods) && { methods }),
    ...(typeof header === "string" && { header }),
    ...(typeof note === "string" && { note }),
  };
  return { credential, problems: strange };
}

function readOptional<T>(node: YamlNode | undefined, read: (node: YamlNode) => T): T | undefined {
  return node && read(node);
}

/** Headers that determine the recipient and the boundaries of a message. */
const structural =
  /^(?:host|connection|content-length|transfer-encoding|te|trailer|expect|upgrade|keep-alive|proxy-.*)$/i;

/** Variables with App keys, which the proxy must never have. */
const appKey = /^CP_FORGE_(?:READ|WRITE)_APP_PRIVATE_KEY$/;

function readHeader(node: YamlNode): string | Fault {
  const name = readText(node);
  if (typeof name !== "string") return name;
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) return fault("is not the name of a header");
  return structural.test(name) ? fault("is a header that only the proxy can send") : name;
}

const sourceShape = "is not { app: read }, { env: NAME } or pat";

function readSource(node: YamlNode, url: string): CredentialSource | Fault {
  if (node.isAlias) return alias;
  if (node.kind === "scalar") return node.text === "pat" ? { kind: "pat" } : fault(sourceShape);
  if (node.kind !== "map") return fault(sourceShape);
  const env = fieldOf(node, "env");
  if (env && node.fields.length === 1) return readVariable(env);
  const strange = node.fields.find(({ key }) => !appKeys.some((known) => known === key.text));
  if (strange)
    return fault(
      `has the unknown key "${strange.key.text}"`,
      findNearest(strange.key.text, appKeys),
    );
  return readApp(node, url);
}

function readVariable({ value }: YamlField): CredentialSource | Fault {
  const text = readText(value);
  if (typeof text !== "string") return text;
  if (appKey.test(text)) return fault("is an App key; use { app: read } or { app: write }");
  const name = parseVariableName(text);
  return typeof name === "string" ? { kind: "env", name } : name;
}

function readApp(node: YamlMap, url: string): CredentialSource | Fault {
  const app = fieldOf(node, "app")?.value;
  const word = app && readText(app);
  const role = appRoles.find((each) => each === word);
  if (!role)
    return fault(
      "requires app: read or app: write",
      findNearest(typeof word === "string" ? word : "", appRoles),
    );
  const host = readForge(url);
  if (host === undefined) return fault("requires a url with a complete host");
  const repositories = readRepositories(fieldOf(node, "repositories")?.value, url);
  if (isFault(repositories)) return repositories;
  const permissions = readOptional(fieldOf(node, "permissions")?.value, readPermissions);
  if (permissions && "fault" in permissions) return permissions;
  if (role === "read" && permissions && Object.values(permissions.levels).includes("write"))
    return fault("requests a write permission, which the read App does not have");
  if (role === "write" && !permissions) return fault("requires permissions for the write App");
  return {
    kind: "app",
    role,
    host,
    repositories: repositories.names,
    ...(permissions && { permissions: permissions.levels }),
  };
}

/** Returns the forge of a URL. GitHub uses separate hosts for its API, files and packages. */
function readForge(url: string): string | undefined {
  const [, host] = /^https:\/\/([^/*]+)\//.exec(url.toLowerCase()) ?? [];
  if (host === undefined) return undefined;
  if (/(?:^|\.)github(?:usercontent)?\.com$|^ghcr\.io$/.test(host)) return "github.com";
  return /(?:^|\.)([^.]+\.ghe\.com)$/.exec(host)?.[1] ?? host;
}

const repositoryName = /^[\w-]+\/(?!\.{1,2}$)[\w.-]+$/;

/** Reads the repositories, or finds the single repository that the URL names. */
function readRepositories(
  node: YamlNode | undefined,
  url: string,
): { readonly names: readonly string[] } | Fault {
  if (!node) {
    const name = findNamed(url);
    return name === undefined ? fault("requires repositories: [OWNER/NAME]") : { names: [name] };
  }
  if (node.kind !== "list" || node.items.length === 0)
    return fault("requires a list of repositories: [OWNER/NAME]");
  const names = node.items.map(readText);
  const odd = names.find((name) => typeof name !== "string" || !repositoryName.test(name));
  if (odd !== undefined) return fault("has a repository that is not OWNER/NAME");
  const texts = names.filter((name) => typeof name === "string");
  const owners = new Set(texts.map((name) => name.split("/")[0]?.toLowerCase()));
  if (owners.size > 1)
    return fault("has repositories of several owners; write one entry for each owner");
  return { names: texts };
}

/** Returns the repository of a URL such as `https://github.com/acme/web.git/**`. */
function findNamed(url: string): string | undefined {
  // In an API, the names of other resources can be at the same position: `orgs/acme`.
  const isApi = /^https:\/\/(?:api|uploads)\.|^https:\/\/[^/]+\/(?:api|repos)\//i.test(url);
  const shape = isApi ? /\/repos\/([^?]*)/ : /^https:\/\/[^/]+\/([^?]*)/;
  const [owner = "", name = ""] = (shape.exec(url)?.[1] ?? "").split("/");
  const full = `${owner}/${name.replace(/\.git$/, "")}`;
  return repositoryName.test(full) ? full : undefined;
}

type Levels = Readonly<Record<string, (typeof permissionLevels)[number]>>;

function readPermissions(node: YamlNode): { readonly levels: Levels } | Fault {
  if (node.kind !== "map" || node.fields.length === 0)
    return fault("requires permissions such as { contents: read }");
  const levels: Record<string, (typeof permissionLevels)[number]> = {};
  for (const { key, value } of node.fields) {
    const text = readText(value);
    const level = permissionLevels.find((each) => each === text);
    if (!level || !/^[a-z_]+$/.test(key.text))
      return fault(`has the invalid permission "${key.text}"; the level is read or write`);
    levels[key.text] = level;
  }
  return { levels };
}
