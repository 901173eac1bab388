import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { explainMissing } from "../../../src/firewall/sandbox/explain-missing.ts";
import type { MissingProgram } from "../../../src/firewall/sandbox/explain-missing.ts";
import { bind, bindWritable } from "../../../src/firewall/sandbox/mount.ts";
import { makeFolder } from "../../temporary-folder.ts";

/** Creates a home with a working directory `work`, in which an earlier command could write. */
function makeHome() {
  const home = makeFolder("home");
  const at = (name: string) => join(home, name);
  const write = (name: string, text = "#!/bin/sh\n") => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text, { mode: 0o755 });
  };
  const link = (name: string, target: string) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    symlinkSync(target, at(name));
  };
  mkdirSync(at("work"));
  const caller = {
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    name: "mona",
    home,
    cameBySudo: false,
  };
  const explain = (program: string, more: Partial<MissingProgram> = {}) =>
    explainMissing({
      program,
      path: `${at("bin")}:/usr/bin:/bin`,
      caller,
      workFolder: at("work"),
      mounts: [bind("/usr"), bindWritable(at("work"))],
      writable: [at("work")],
      ...more,
    });
  return { at, write, link, explain };
}

test("the option that shows the target of the operator's link is suggested", () => {
  const { at, write, link, explain } = makeHome();
  write("tools/run/tool");
  link("bin/tool", at("tools/run/tool"));
  const folder = at("tools/run");
  expect(explain("tool")).toEqual({
    reason: `${at("bin/tool")} is a link to ${at("tools/run/tool")}, which is not shown in the container.`,
    hints: [
      { text: "To show it, add this option before --", command: `--mount ${folder}:${folder}:ro` },
    ],
  });
});

test("no option is suggested for a link that an earlier command could have planted", () => {
  const { at, write, link, explain } = makeHome();
  write(".config/gh/hosts.yml", "token\n");
  link("work/run.sh", "../.config/gh/hosts.yml");
  const planted = { reason: expect.stringContaining(at(".config/gh/hosts.yml")), hints: [] };
  expect(explain("./run.sh")).toEqual(planted);
  link("bin/tool", at("work/run.sh"));
  expect(explain("tool")).toEqual(planted);
});

test("no option is suggested for the interpreter that such a script or link names", () => {
  const { at, write, link, explain } = makeHome();
  write("secrets/key");
  const planted = { reason: expect.stringContaining(at("secrets/key")), hints: [] };
  write("work/script", `#!${at("secrets/key")}\n`);
  expect(explain("./script")).toEqual(planted);
  link("work/interpreter", "../secrets/key");
  write("bin/tool", `#!${at("work/interpreter")}\n`);
  const mounts = [bind(at("bin")), bindWritable(at("work"))];
  expect(explain("tool", { mounts })).toEqual(planted);
});

test("the complete installation of an interpreter is suggested, also directly below the home", () => {
  const { at, write, link, explain } = makeHome();
  for (const name of ["bin/python3.12", "lib/python3.12/os.py", "conda-meta/history"])
    write(`miniconda3/${name}`);
  link("miniconda3/bin/python3", "python3.12");
  write("bin/tool", `#!${at("miniconda3/bin/python3")}\n`);
  const folder = at("miniconda3");
  expect(explain("tool", { mounts: [bind(at("bin"))] })?.hints).toMatchObject([
    { command: `--mount ${folder}:${folder}:ro` },
  ]);
});

test("only the file is suggested if its directory directly below the home contains other files", () => {
  const { at, write, link, explain } = makeHome();
  write("Downloads/tool");
  link("bin/tool", at("Downloads/tool"));
  const file = at("Downloads/tool");
  expect(explain("tool")?.hints).toMatchObject([{ command: `--mount ${file}:${file}:ro` }]);
});

test("directories and files that are not executable do not hide a program later on PATH", () => {
  const { at, write, explain } = makeHome();
  mkdirSync(at("bin/tool"), { recursive: true });
  write("other/notes/tool");
  chmodSync(at("other/notes/tool"), 0o644);
  write("other/tools/tool");
  const path = ["bin", "other/notes", "other/tools"].map(at).join(":");
  expect(explain("tool", { path })?.reason).toBe(
    `${at("other/tools/tool")} is not shown in the container.`,
  );
  for (const name of ["bin", "other/tools/tool"])
    expect(explain("tool", { path: at(name) })).toBeUndefined();
});
