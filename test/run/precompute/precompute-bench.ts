import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { precompute } from "../../../src/run/precompute/precompute.ts";
import { ceilings } from "../../../src/credentials/apps/ceilings.ts";
import { renderSettings, type Settings } from "../../../src/plane/scope/settings.ts";
import { someSettings } from "../../plane/control-plane-bench.ts";
import { createApp, installApp, openForge } from "../../emulator/open-forge.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { send } from "../../forge/forge-bench.ts";
import type { SendOnce } from "../../../src/forge/one-request.ts";

/**
 * Creates a workflow step on an embedded forge. It uses mona's PAT for acme unless another
 * credential is given.
 */
export async function openStep(change: Partial<Settings> = {}) {
  const forge = await openForge();
  const { emulator } = forge;
  const folder = makeFolder("precompute");
  const write = (wanted: Partial<Settings>) => {
    const settings = { ...someSettings, ...change, ...wanted };
    mkdirSync(join(folder, ".forge"), { recursive: true });
    writeFileSync(join(folder, ".forge/control-plane.json"), renderSettings(settings));
  };
  write(change);
  const permissions = { contents: "read", actions: "read" };
  const issue = async (wanted: object = {}) => {
    const token = { user: "mona", kind: "fine-grained", owner: "acme", permissions, ...wanted };
    const { json } = await forge.control("POST", "tokens", token);
    return String(json.token);
  };
  const token = await issue();
  let now = new Date("2026-03-01T10:00:00Z");
  const minted: unknown[] = [];
  const noting: SendOnce = (request) => {
    const { body = "" } = request;
    if (body.includes('"permissions"')) minted.push(JSON.parse(body));
    return send(request);
  };
  const run = async (env: Record<string, string> = { CP_FORGE_TOKEN: token }) => {
    const before = emulator.requests().length;
    const found = await precompute({
      env: { FORGE_API_URL: emulator.apiUrl, FORGE_REPOSITORY: "acme/control", ...env },
      send: noting,
      folders: [folder],
      cache: join(folder, "cache"),
      now,
      report: () => undefined,
    });
    const asked = emulator.requests().slice(before);
    if (!env["FORGE_API_URL"]) expect(found.requests.requests).toBe(asked.length);
    await found.keep();
    return {
      ...found,
      asked: asked.map(({ method, path, status }) => `${method} ${path} ${status}`),
    };
  };
  return {
    ...forge,
    folder,
    token,
    issue,
    write,
    minted,
    run,
    pass: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    change: (world: object) => forge.control("PATCH", "world", world),
    addWorkflow: async (repository: string, name: string, text = "name: CI") => {
      const content = Buffer.from(text).toString("base64");
      const path = `/repos/${repository}/contents/.forge/workflows/${name}`;
      const { status } = await forge.rest("PUT", path, { body: { message: "Add it", content } });
      expect(status).toBe(201);
    },
    addMany: async (count: number, workflows: object = {}) => {
      const wanted = { owner: "acme", prefix: "many", count, workflows };
      const { json } = await forge.control("POST", "repositories", wanted);
      const targets: string[] = json.repositories;
      write({ targets, caps: { repositories: count, dispatches: 5 } });
      return targets;
    },
    addReadApp: async (permissions: object = ceilings.read) => {
      const wanted = { name: "acme reader", default_permissions: permissions };
      const app = await createApp(forge, wanted);
      const installation = await installApp(forge, app, "all");
      const env = { CP_FORGE_READ_APP_ID: app.clientId, CP_FORGE_READ_APP_PRIVATE_KEY: app.pem };
      return { ...app, installation, env };
    },
  };
}

/** A package for which a run reads whether Actions are enabled. */
export const administered: Settings["packages"] = [
  { name: "review", apis: ["administration"], permissions: {}, killSwitch: "CP_REVIEW_ENABLED" },
];

/** Returns a short state of each target. */
export function statesOf({ document }: Awaited<ReturnType<typeof precompute>>) {
  return document.targets.map(({ target, state, unread }) =>
    [target, state, ...unread.map(({ what, reason }) => `${what}: ${reason}`)].join(" | "),
  );
}
