import type { Brand } from "../../forge/brand.ts";
import type { YamlEdit } from "../../yaml/edit/set-value.ts";
import type { EditValue } from "../../yaml/edit/edit-value.ts";
import type { AppToken, Engine, Provider } from "../engine/engine.ts";
import type { EngineChoice } from "./engine-choice.ts";

type Entry = YamlEdit;

/**
 * Returns the edits that change a definition from one choice to another. Unchanged values are not
 * edited, so they keep their formatting.
 */
export function choiceEdits(
  before: EngineChoice,
  after: EngineChoice,
  brand: Brand,
): readonly YamlEdit[] {
  const { appBlock } = brand.engine;
  const engine = [
    ...changesOf(engineEntries(before.engine), engineEntries(after.engine)),
    ...blockChanges(["engine", appBlock], {
      before: before.engine.appToken && appEntries(before.engine.appToken, brand),
      after: after.engine.appToken && appEntries(after.engine.appToken, brand),
    }),
    ...providerChanges(before.engine.provider, after.engine.provider),
  ];
  const all = [
    ...(isPlain(after.engine) && engine.length > 0 ? [keptId(brand)] : []),
    ...engine,
    ...changesOf(networkEntries(before), networkEntries(after)),
  ];
  // Additions come first. Otherwise a block that loses all its entries would be written on one
  // line.
  const isGone = ({ value }: Entry) => value === undefined;
  return [...all.filter((edit) => !isGone(edit)), ...all.filter(isGone)];
}

function providerChanges(
  before: Provider | undefined,
  after: Provider | undefined,
): readonly YamlEdit[] {
  const path = ["engine", "provider"];
  const provider = blockChanges(path, {
    before: before && providerEntries(before),
    after: after && providerEntries(after),
  });
  if (!after) return provider;
  const token = blockChanges([...path, "token"], {
    before: before && tokenEntries(before),
    after: tokenEntries(after),
  });
  return [...provider, ...token];
}

/**
 * Returns an entry that keeps the engine's `id`. Without this entry, the block could become empty,
 * and an empty block is not a valid engine.
 */
function keptId({ engine }: Brand): Entry {
  return { path: ["engine", "id"], value: engine.id };
}

function isPlain({ args, env, ...options }: Engine): boolean {
  const isNothing = Object.values(options).every((value) => value === undefined);
  return args.length === 0 && env.length === 0 && isNothing;
}

function engineEntries({ model, timeoutMinutes, version, agent }: Engine): readonly Entry[] {
  const at = (name: string, value: EditValue | undefined) => ({ path: ["engine", name], value });
  return [
    at("model", model),
    at("timeout-minutes", timeoutMinutes),
    at("version", version),
    at("agent", agent),
  ];
}

function appEntries(app: AppToken, { engine }: Brand): readonly Entry[] {
  const at = (name: string, value: EditValue | undefined) => ({
    path: ["engine", engine.appBlock, name],
    value,
  });
  return [
    at("app-id", asNumber(app.appId)),
    at("owner", app.owner),
    at("repositories", app.repositories),
    at("api-url", app.apiUrl),
    at("private-key", app.privateKey === engine.appKey ? undefined : app.privateKey),
    at("skip-token-revocation", app.skipRevocation ? true : undefined),
  ];
}

/**
 * Returns an App ID as a number, as a person would write it, unless the number would lose a digit.
 */
function asNumber(id: string): string | number {
  const value = Number(id);
  return Number.isSafeInteger(value) && String(value) === id ? value : id;
}

function providerEntries({ baseUrl, type, wireApi, credential }: Provider): readonly Entry[] {
  const at = (name: string, value: EditValue | undefined) => ({
    path: ["engine", "provider", name],
    value,
  });
  return [
    at("base-url", baseUrl),
    at("type", type),
    at("wire-api", wireApi),
    at("api-key", keyValue(credential)),
  ];
}

/**
 * Returns the value of `api-key`. A literal key is never copied. Its placeholder is the same before
 * and after a change, so the key in the file stays as it is.
 */
function keyValue(credential: Provider["credential"]): string | undefined {
  if (credential?.kind === "api-key-variable") return credential.text;
  return credential?.kind === "api-key" ? "" : undefined;
}

function tokenEntries({ credential }: Provider): readonly Entry[] | undefined {
  if (credential?.kind !== "token") return undefined;
  const at = (name: string, value: EditValue | undefined) => ({
    path: ["engine", "provider", "token", name],
    value,
  });
  return [
    at("service-connection", credential.serviceConnection),
    at("resource", credential.resource),
  ];
}

function networkEntries({ network }: EngineChoice): readonly Entry[] {
  const { allowed, blocked, urls } = network;
  return [
    { path: ["network", "allowed"], value: allowed },
    { path: ["network", "blocked"], value: blocked },
    { path: ["network", "urls"], value: urls },
  ];
}

/** Returns the edits that change a block. Removing a block is a single edit. */
function blockChanges(
  path: readonly string[],
  {
    before,
    after,
  }: {
    readonly before?: readonly Entry[] | undefined;
    readonly after?: readonly Entry[] | undefined;
  },
): readonly YamlEdit[] {
  if (before && !after) return [{ path, value: undefined }];
  return changesOf(before ?? [], after ?? []);
}

function changesOf(before: readonly Entry[], after: readonly Entry[]): readonly YamlEdit[] {
  const exists = new Map(before.map(({ path, value }) => [keyOf(path), value]));
  return after.filter(({ path, value }) => !isSame(exists.get(keyOf(path)), value));
}

const keyOf = (path: readonly string[]) => path.join("\n");

function isSame(one: EditValue | undefined, other: EditValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
