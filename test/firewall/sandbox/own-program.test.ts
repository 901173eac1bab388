import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ownProgram } from "../../../src/firewall/sandbox/own-program.ts";
import { PlantedLink } from "../../../src/firewall/sandbox/require-trusted.ts";
import { requireStarter } from "../../../src/firewall/sandbox/starter.ts";
import { makeFolder } from "../../temporary-folder.ts";

test("all modules and the starter are in the program's directory, which is listed with Node", () => {
  const [folder = "", node] = ownProgram();
  expect(dirname(requireStarter()).startsWith(folder + sep)).toBe(true);
  expect(import.meta.resolve("../../../src/cli.ts")).toContain(`${folder}/`);
  expect(node).toBe(process.execPath);
});

test.each(["cache", "a/cache"])(
  "no cache directory is created behind a planted link: %s",
  (name) => {
    const [work, outside] = [makeFolder("work"), makeFolder("outside")];
    mkdirSync(join(outside, "cache"));
    symlinkSync(outside, join(work, "a"));
    symlinkSync(outside, join(work, "cache"));
    vi.stubEnv("XDG_CACHE_HOME", join(work, name));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(() => ownProgram([work])).toThrow(PlantedLink);
    expect(readdirSync(outside, { recursive: true })).toEqual(["cache"]);
  },
);

test("each missing directory of the cache is created if the command can write to its location", () => {
  const work = makeFolder("work");
  vi.stubEnv("XDG_CACHE_HOME", join(work, ".direnv/a/cache"));
  onTestFinished(() => void vi.unstubAllEnvs());
  const cache = join(work, ".direnv/a/cache/gatehouse/compiled");
  expect(ownProgram([work])).toContain(cache);
  expect(existsSync(cache)).toBe(true);
});

test("a cache directory that cannot be created stops the run", () => {
  const work = makeFolder("work");
  writeFileSync(join(work, "file"), "");
  vi.stubEnv("XDG_CACHE_HOME", join(work, "file/cache"));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => ownProgram([work])).toThrow(
    `Could not create gatehouse's cache ${join(work, "file/cache/gatehouse/compiled")}, which is in a directory that the command can write to.`,
  );
});
