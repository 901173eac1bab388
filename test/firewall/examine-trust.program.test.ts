import { existsSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  makeTrialFolder,
  openTestSite,
  readTrust,
  trustScript,
} from "../../src/firewall/examine-trust.ts";
import { runToEnd } from "../commands/installed-program.ts";
import { makeFolder } from "../temporary-folder.ts";

test("the result of each tool is read, and other lines are ignored", () => {
  const text = "curl pass\nnoise\njava absent\nwget fail unknown CA\nnpm fail\nnode unknown\n";
  expect(readTrust(text)).toEqual([
    { tool: "curl", state: "pass", detail: "trusts the session CA" },
    { tool: "java", state: "absent", detail: "not in the container" },
    { tool: "wget", state: "fail", detail: "unknown CA" },
    { tool: "npm", state: "fail", detail: "" },
    { tool: "node", state: "unknown", detail: "does not use the proxy, so it cannot connect here" },
  ]);
});

test("a trial has private directories, and deletes them", () => {
  const { path, work, logs, remove } = makeTrialFolder();
  for (const folder of [path, work, logs]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  remove();
  expect(existsSync(path)).toBe(false);
});

test("an existing file in place of the site's root certificate is not overwritten", async () => {
  const folder = makeFolder("site");
  writeFileSync(join(folder, "other"), "kept");
  symlinkSync(join(folder, "other"), join(folder, "site-root.pem"));
  await expect(openTestSite(folder)).rejects.toThrow("EEXIST");
});

test("if the site is not trusted, each installed tool reports a failure", async () => {
  const site = await openTestSite(makeFolder("site"));
  onTestFinished(() => site.close());
  const [, port = ""] = /:(\d+)$/.exec(site.options[2] ?? "") ?? [];
  const programs = makeFolder("programs");
  for (const name of ["curl", "wget", "tail"])
    symlinkSync(`/usr/bin/${name}`, join(programs, name));
  const [, ...args] = trustScript(`https://127.0.0.1:${port}/`);
  const { out } = await runToEnd("/bin/sh", args, { env: { PATH: programs } });
  const found = readTrust(out).map(({ tool, state }) => `${tool} ${state}`);
  expect(found.slice(0, 3)).toEqual(["curl fail", "wget fail", "openssl absent"]);
  expect(found.length).toBe(8);
});
