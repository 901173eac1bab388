import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { ceilings } from "../../../src/credentials/apps/ceilings.ts";
import {
  handlerPermissions,
  handlers,
  type Handler,
} from "../../../src/credentials/apps/handlers.ts";
import type { Route } from "../../../emulator/http/routes.ts";
import { createApp, installApp, mintToken, openForge } from "../../emulator/open-forge.ts";

const folder = new URL("../../../emulator/rest/", import.meta.url);

/** Every operation of the embedded forge that writes. */
const writing = (await Promise.all(readdirSync(folder).map(readRoutes)))
  .flat()
  .filter(({ method }) => method !== "GET")
  .map(({ method, pattern }) => ({ method, pattern }));

async function readRoutes(file: string): Promise<Route[]> {
  const loaded = (await import(new URL(file, folder).href)) as Record<string, unknown>;
  return Object.values(loaded).filter(Array.isArray).flat().filter(isRoute);
}

function isRoute(value: unknown): value is Route {
  return typeof value === "object" && value !== null && "pattern" in value && "method" in value;
}

const issue = [
  "POST {repo}/issues",
  "PATCH {repo}/issues/:number",
  "POST {repo}/issues/:number/comments",
];
const actions = [
  "PUT {repo}/actions/workflows/:workflow/enable",
  "PUT {repo}/actions/workflows/:workflow/disable",
  "POST {repo}/actions/workflows/:workflow/dispatches",
  "DELETE {repo}/actions/runs/:run",
  "POST {repo}/actions/runs/:run/cancel",
  "POST {repo}/actions/runs/:run/force-cancel",
  "POST {repo}/actions/runs/:run/rerun",
  "POST {repo}/actions/runs/:run/rerun-failed-jobs",
  "POST {repo}/actions/jobs/:job/rerun",
];
const reach: Record<Handler, readonly string[]> = {
  issue,
  // A comment on a pull request requires the permission for pull requests. It also allows opening
  // one from another user's branch. GitHub checks the permission of the commented object:
  // ynab/ynab-sdk-ruby#95, actions/github-script#488.
  comment: [...issue, "POST {repo}/pulls"],
  "pull-request": [
    "PUT {repo}/contents/*path",
    "DELETE {repo}/contents/*path",
    "POST {repo}/git/trees",
    "POST {repo}/git/commits",
    "POST {repo}/git/refs",
    "PATCH {repo}/git/refs/*ref",
    "DELETE {repo}/git/refs/*ref",
    "POST {repo}/pulls",
  ],
  dispatch: actions,
};

/**
 * Requests that revoke the token itself or need no permission. They write nothing to a repository.
 */
const own = [
  "DELETE /installation/token",
  "POST /credentials/revoke",
  "POST /app-manifests/:code/conversions",
];

async function openHandlers() {
  const forge = await openForge();
  const app = await createApp(forge, { default_permissions: ceilings.write });
  const installation = await installApp(forge, app, ["acme/control", "acme/api"]);
  const mint = async (handler: Handler): Promise<string> => {
    const body = { permissions: handlerPermissions[handler], repositories: ["control"] };
    return (await mintToken(forge, { app, installation, body })).json.token;
  };
  return { ...forge, mint };
}

test("the embedded forge has write operations", () => expect(writing.length).toBeGreaterThan(40));

test.each(handlers)("the token for %s allows its own operations and no others", async (handler) => {
  const { rest, mint } = await openHandlers();
  const token = await mint(handler);
  const open: string[] = [];
  for (const { method, pattern } of writing) {
    const name = `${method} ${pattern.replace("/repos/:owner/:repo", "{repo}")}`;
    if (own.includes(name)) continue;
    const path = pattern
      .replace(":owner", "acme")
      .replace(":org", "acme")
      .replace(":repo", "control")
      .replaceAll(/[:*]\w+/g, "1");
    const { status } = await rest(method, path, { token, body: {} });
    if (![401, 403].includes(status)) open.push(name);
  }
  expect(open.toSorted()).toEqual(reach[handler].toSorted());
});

test.each(handlers)("the token for %s cannot write to other repositories", async (handler) => {
  const { rest, mint } = await openHandlers();
  const token = await mint(handler);
  const opened: string[] = [];
  for (const { method, pattern } of writing.filter((each) => each.pattern.startsWith("/repos/"))) {
    const path = pattern
      .replace(":owner", "acme")
      .replace(":repo", "api")
      .replaceAll(/[:*]\w+/g, "1");
    const { status } = await rest(method, path, { token, body: {} });
    if (![403, 404].includes(status)) opened.push(`${method} ${pattern} ${status}`);
  }
  expect(opened).toEqual([]);
});
