import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readInterpreter } from "../../../src/firewall/sandbox/read-interpreter.ts";
import { makeFolder } from "../../temporary-folder.ts";

test("only regular files are read, because a pipe would wait forever for a writer", () => {
  const folder = makeFolder("scripts");
  const at = (name: string) => join(folder, name);
  writeFileSync(at("script"), "#! /usr/bin/env  -S python3\n# comment\n");
  writeFileSync(at("text"), "text\n");
  execFileSync("mkfifo", [at("pipe")]);
  expect(readInterpreter(at("script"))).toEqual(["/usr/bin/env", "-S", "python3"]);
  for (const name of ["text", "pipe", ".", "missing"])
    expect(readInterpreter(at(name))).toEqual([]);
});
