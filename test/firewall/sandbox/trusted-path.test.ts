import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { resolveTrusted } from "../../../src/firewall/sandbox/trusted-path.ts";
import { makeFolder } from "../../temporary-folder.ts";

function layOut() {
  const root = makeFolder("trusted-path");
  const [project, outside] = [join(root, "project"), join(root, "outside")];
  mkdirSync(join(project, "tools"), { recursive: true });
  mkdirSync(join(outside, "keys"), { recursive: true });
  return { root, project, outside };
}

it("a link in a writable location is not followed", () => {
  const { project, outside } = layOut();
  symlinkSync(outside, join(project, "link"));
  expect(resolveTrusted(join(project, "link/keys"), [project])).toEqual({
    kind: "redirected",
    link: join(project, "link"),
  });
});

it("a trusted link that points through a link in a writable location is not followed", () => {
  const { root, project, outside } = layOut();
  symlinkSync(join(outside, "keys"), join(project, "planted"));
  symlinkSync(join(project, "planted"), join(root, "trusted"));
  expect(resolveTrusted(join(root, "trusted"), [project])).toEqual({
    kind: "redirected",
    link: join(project, "planted"),
  });
});

it("a dangling link in a writable location counts as redirected", () => {
  const { project, outside } = layOut();
  symlinkSync(join(outside, "later"), join(project, "link"));
  expect(resolveTrusted(join(project, "link"), [project]).kind).toBe("redirected");
});

it("a link outside of writable locations is followed completely", () => {
  const { root, project, outside } = layOut();
  symlinkSync(join(project, "tools"), join(outside, "tools"));
  symlinkSync("outside", join(root, "alias"));
  expect(resolveTrusted(join(root, "alias/tools"), [project])).toEqual({
    kind: "resolved",
    path: join(project, "tools"),
  });
});

it("a path without links below a writable location is accepted", () => {
  const { project } = layOut();
  expect(resolveTrusted(join(project, "tools"), [project]).kind).toBe("resolved");
  expect(resolveTrusted(join(project, "none"), [project]).kind).toBe("missing");
});
