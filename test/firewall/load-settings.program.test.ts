import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadSettings } from "../../src/firewall/load-settings.ts";
import { makeFolder } from "../temporary-folder.ts";

function write(folder: string, name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("several files are merged in their order, and command-line values are added", async () => {
  const folder = makeFolder("rules");
  const config = [
    write(folder, "a.yml", "allow-domains: [a.test]\ntimeout: 1\nssl-bump: true\n"),
    write(folder, "b.json", '{ "rules": [{ "url": "https://b.test/*" }], "timeout": 2 }'),
  ];
  const { settings, policy, problems } = await loadSettings(
    { config, allowDomains: ["c.test"] },
    {},
  );
  expect(problems).toEqual([]);
  expect(policy?.isIntercepting).toBe(true);
  expect(settings.timeoutSeconds).toBe(2);
  expect(settings.allowDomains.map(({ text }) => text)).toEqual(["a.test", "c.test"]);
  expect(settings.allowUrls.map(({ id }) => id)).toEqual([`${config[1]}:1:22`]);
});

test("files that cannot be read are reported with the reason", async () => {
  const folder = makeFolder("rules");
  mkdirSync(join(folder, "folder"));
  const config = [
    join(folder, "missing.yml"),
    join(folder, "folder"),
    write(folder, "latin1.yml", Uint8Array.of(0xe9)),
    write(folder, "large.yml", "#".repeat(5 * 1024 * 1024)),
  ];
  const { problems } = await loadSettings({ config }, {});
  expect(problems.map(({ id, problem }) => `${id} ${problem}`).toSorted()).toEqual([
    "--config cannot be read: it is a directory",
    "--config cannot be read: it is not UTF-8",
    "--config cannot be read: not found",
    "--config is larger than 4 MB",
  ]);
});

test("a pipe, a device, and a link that a command can change are not read", async () => {
  const folder = makeFolder("rules");
  const project = join(folder, "project");
  mkdirSync(project);
  execFileSync("mkfifo", [join(folder, "pipe")]);
  symlinkSync("/dev/null", join(folder, "device"));
  symlinkSync(write(folder, "a.yml", "allow-domains: [a.test]\n"), join(project, "rules.yml"));
  symlinkSync(join(folder, "a.yml"), join(folder, "own.yml"));
  vi.spyOn(process, "cwd").mockReturnValue(project);
  onTestFinished(() => void vi.restoreAllMocks());
  const read = async (name: string) => {
    const { problems } = await loadSettings({ config: [join(folder, name)] }, {});
    return problems.map(({ problem }) => problem).join();
  };
  expect(await read("pipe")).toBe("is not a regular file");
  expect(await read("device")).toBe("is not a regular file");
  expect(await read("project/rules.yml")).toContain(
    `${join(project, "rules.yml")} is a link that a command can change`,
  );
  expect(await read("own.yml")).toBe("");
});

test("problems of files, options and rules are reported together, and each file's in line order", async () => {
  const folder = makeFolder("rules");
  const lines = [
    "allow-domains: ['*']",
    ...Array<string>(9).fill(""),
    "ssl-bum: true",
    "timeout: x",
  ];
  const path = write(folder, "a.yml", lines.join("\n"));
  const { policy, problems } = await loadSettings(
    { config: [path], allowDomains: [".b.test"] },
    {},
  );
  expect(policy).toBeUndefined();
  expect(problems.map(({ id }) => id.replace(path, "a.yml"))).toEqual([
    "--allow-domains 1",
    "a.yml:1:17",
    "a.yml:11:1",
    "a.yml:12:10",
  ]);
});
