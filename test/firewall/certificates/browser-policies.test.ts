import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { browserPolicies } from "../../../src/firewall/certificates/browser-policies.ts";
import { makeFolder } from "../../temporary-folder.ts";

const policy = '{"CACertificates":["AQI="]}';

function find(root: string) {
  return browserPolicies(Buffer.from([1, 2]), root).map(({ target, files }) => ({
    target,
    files: Object.fromEntries([...files].map(([name, text]) => [name, text.toString()])),
  }));
}

test("a browser's directory keeps its files, and the certificate is added to its policies", () => {
  const root = makeFolder("policies");
  const folder = join(root, "etc/chromium");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "master_preferences"), "{}");
  expect(find(root)).toEqual([
    {
      target: "/etc/chromium",
      files: { master_preferences: "{}", "policies/managed/gatehouse-session-ca.json": policy },
    },
  ]);
  mkdirSync(join(folder, "policies/managed"), { recursive: true });
  writeFileSync(join(folder, "policies/managed/ours.json"), "{}");
  expect(find(root)).toEqual([
    {
      target: "/etc/chromium/policies/managed",
      files: { "ours.json": "{}", "gatehouse-session-ca.json": policy },
    },
  ]);
});

test("files that other users cannot read, and those behind links and closed directories, are not shown to the command", () => {
  const root = makeFolder("policies");
  const folder = join(root, "etc/opt/chrome");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "private"), "secret");
  chmodSync(join(folder, "private"), 0o640);
  symlinkSync(join(folder, "private"), join(folder, "linked"));
  mkdirSync(join(folder, "closed"));
  writeFileSync(join(folder, "closed/public"), "secret");
  chmodSync(join(folder, "closed"), 0o700);
  mkdirSync(join(root, "etc/elsewhere"));
  writeFileSync(join(root, "etc/elsewhere/public"), "secret");
  symlinkSync(join(root, "etc/elsewhere"), join(folder, "linked-folder"));
  mkdirSync(join(root, "etc/brave-real"));
  symlinkSync(join(root, "etc/brave-real"), join(root, "etc/brave"));
  expect(find(root)).toEqual([
    {
      target: "/etc/opt/chrome",
      files: { "policies/managed/gatehouse-session-ca.json": policy },
    },
  ]);
});
