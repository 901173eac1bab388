import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requireOutput } from "../../../src/run/precompute/require-output.ts";
import { makeFolder } from "../../temporary-folder.ts";

function prepare() {
  const folder = makeFolder("output");
  mkdirSync(join(folder, ".forge"));
  mkdirSync(join(folder, ".github"));
  writeFileSync(join(folder, "known.json"), "{}");
  symlinkSync("known.json", join(folder, "link.json"));
  symlinkSync("nowhere", join(folder, "loose"));
  symlinkSync(".forge", join(folder, "settings"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  return folder;
}

test.each([
  ["new.json"],
  ["known.json"],
  ["new/deep.json"],
  ["control-plane.json"],
  [".forge/x.json"],
])("%s is accepted as an output file", (name) => {
  const folder = prepare();
  expect(() => requireOutput(join(folder, name))).not.toThrow();
});

test.each([
  ["."],
  ["link.json"],
  ["loose"],
  ["pipe"],
  [".forge/control-plane.json"],
  [".forge/control-plane-decision.json"],
  [".github/Control-Plane.json"],
  ["settings/control-plane.json"],
  ["new.json/"],
  ["x".repeat(300)],
])("%s is refused as an output file", (name) => {
  const folder = prepare();
  expect(() => requireOutput(`${folder}/${name}`)).toThrow(
    expect.objectContaining({ exitCode: 2, hints: [expect.anything()] }),
  );
});

test.each([[""], ["-"], ["/dev/null"], ["/dev/stdout"]])(
  '"%s" is refused because it does not name a regular file',
  (path) => {
    expect(() => requireOutput(path)).toThrow(expect.objectContaining({ exitCode: 2 }));
  },
);
