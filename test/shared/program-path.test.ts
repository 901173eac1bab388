import { mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { programPath } from "../../src/shared/program-path.ts";
import { makeFolder } from "../temporary-folder.ts";

function layOut() {
  const home = makeFolder("program-path");
  const at = (name: string) => join(home, name);
  for (const name of ["repo/.git", "repo/one/bin", "repo/bin", "bin", "tools"]) {
    mkdirSync(at(name), { recursive: true });
  }
  const pathFrom = (startedIn: string, ...entries: readonly string[]) =>
    programPath(entries.map(at).join(delimiter), { startedIn: at(startedIn), home })
      .split(delimiter)
      .filter((each) => each !== "");
  return { home, at, pathFrom };
}

test("directories of the project, and of the repository around it, are omitted", () => {
  const { at, pathFrom } = layOut();
  expect(pathFrom("repo/one", "repo/one/bin", "repo/bin", "bin")).toEqual([at("bin")]);
});

test("links through the project, and the directory for programs of package managers, are omitted", () => {
  const { at, pathFrom } = layOut();
  symlinkSync(at("tools"), at("repo/planted"));
  symlinkSync(at("repo/planted"), at("through"));
  mkdirSync(at("other/node_modules/.bin"), { recursive: true });
  expect(pathFrom("repo", "repo/planted", "through", "other/node_modules/.bin", "bin")).toEqual([
    at("bin"),
  ]);
});

test("relative entries are omitted, because they begin in the project", () => {
  const path = ["", ".", "bin", "/usr/bin"].join(delimiter);
  expect(programPath(path, { startedIn: layOut().at("repo") })).toBe("/usr/bin");
  expect(programPath(".", { startedIn: layOut().at("repo") })).toBe("/usr/bin:/bin");
});

test("nothing is omitted in a home directory, above it, or in the system's directories", () => {
  const { at, pathFrom } = layOut();
  for (const startedIn of ["", "..", "../../../usr", "../../.."]) {
    expect(pathFrom(startedIn, "bin", "tools")).toEqual([at("bin"), at("tools")]);
  }
  expect(programPath("/usr/bin:/bin", { startedIn: "/usr" })).toBe("/usr/bin:/bin");
});
