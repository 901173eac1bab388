import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../temporary-folder.ts";

const starter = new URL("../../../src/firewall/sandbox/starter/", import.meta.url).pathname;

test("the shipped starters match a build of their source", () => {
  const folder = makeFolder("starter");
  execFileSync("sh", [join(starter, "build.sh"), folder], { stdio: "pipe" });
  for (const name of ["starter-x64", "starter-arm64"]) {
    const built = readFileSync(join(folder, name));
    expect({ name, isSame: built.equals(readFileSync(join(starter, name))) }).toEqual({
      name,
      isSame: true,
    });
  }
});
