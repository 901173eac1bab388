import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkClock } from "../../src/doctor/forge-checks.ts";
import { checkScopes, describeShadow } from "../../src/doctor/check-scopes.ts";
import { checkBrowser, inspectStateFolder } from "../../src/doctor/machine-checks.ts";
import { findLostParts, checkNode, checkPlatform } from "../../src/doctor/program-checks.ts";
import { checkTerminal } from "../../src/doctor/terminal-check.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";

const profile = resolveHost("github.com");

describe("the token's scopes", () => {
  const evaluate = (...scopes: string[]) => checkScopes({ isTaken: true, scopes }, profile);

  test("are ok if they include all required scopes, or broader ones", () => {
    expect(evaluate("repo", "workflow", "read:org")).toMatchObject({ state: "ok" });
    expect(evaluate("gist", "repo", "workflow", "admin:org")).toMatchObject({ state: "ok" });
  });

  test("are reported if one is missing, with the command that adds only the missing scopes", () => {
    expect(evaluate("repo", "gist")).toMatchObject({
      state: "missing",
      evidence: [
        expect.stringContaining(
          "workflow (the proof workflow); read:org (your role in the organization, and where Apps are installed)",
        ),
      ],
      next: [{ command: "gh auth refresh --hostname github.com --scopes workflow,read:org" }],
    });
  });

  test("produce a warning if read:org is missing", () => {
    expect(evaluate("repo", "workflow")).toMatchObject({ state: "warning" });
  });

  test("are not evaluated if the forge does not report them", () => {
    expect(checkScopes({ isTaken: true, scopes: undefined }, profile).state).toBe("unknown");
    expect(checkScopes({ isTaken: false, scopes: [] }, profile).state).toBe("unknown");
  });
});

test("a state directory that cannot be created is reported as missing, with the reason", () => {
  const file = join(mkdtempSync(join(tmpdir(), "gatehouse-doctor-")), "file");
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  writeFileSync(file, "");
  expect(inspectStateFolder(() => join(file, "state", "gatehouse"))).toMatchObject({
    state: "missing",
    evidence: ["not writable: part of the path is not a directory"],
    next: [{ text: expect.stringContaining("XDG_STATE_HOME") as string }],
  });
});

test("the fix for a token from the environment begins with unsetting its variable", () => {
  expect(describeShadow(profile, { source: "GH_TOKEN" })).toEqual([
    { text: "First unset GH_TOKEN, which overrides the stored login" },
  ]);
  expect(describeShadow(profile, { source: "the stored login" })).toEqual([]);
});

describe("the clock", () => {
  const at = (seconds: number) => new Date(Date.parse("2026-11-23T12:00:00Z") + seconds * 1000);
  const evaluate = (before: number, after: number) =>
    checkClock({ before: at(before), after: at(after), forge: at(0) });

  test("is ok if the forge's time is within the duration of the request", () => {
    expect(evaluate(-0.2, 0.1)).toMatchObject({ state: "ok" });
    expect(evaluate(0.4, 0.9)).toMatchObject({
      state: "ok",
      evidence: ["matches the server's clock"],
    });
  });

  test("is reported if an App's signature would be in the future or expired", () => {
    expect(evaluate(121, 122)).toMatchObject({
      state: "missing",
      evidence: ["120 s ahead of the server's clock; Apps cannot sign in"],
    });
    expect(evaluate(-122, -121)).toMatchObject({
      state: "missing",
      evidence: ["121 s behind the server's clock; Apps cannot sign in"],
    });
    expect(evaluate(41, 42)).toMatchObject({ state: "warning" });
  });

  test("is unknown if the forge does not report its time", () => {
    const snapshot = { before: at(0), after: at(0), forge: undefined };
    expect(checkClock(snapshot).state).toBe("unknown");
  });
});

test.each([
  ["v20.18.0", "missing"],
  ["v18.20.0", "missing"],
  ["v20.20.2", "warning"],
  ["v25.1.0", "warning"],
  ["v22.1.0", "ok"],
  ["v24.0.0", "ok"],
  ["v28.0.0", "ok"],
])("Node %s is %s in November 2026", (version, state) => {
  expect(checkNode(version, new Date("2026-11-23"))).toMatchObject({ state });
});

test("a platform on which gatehouse is not tested produces a warning", () => {
  expect(checkPlatform("linux", "6.1, x64")).toMatchObject({ state: "ok" });
  expect(checkPlatform("win32", "10, x64")).toMatchObject({ state: "warning" });
});

test("a missing file of the build is named", () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-parts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "cli.js"), 'import{a}from"./chunk-A.mjs";import("./lazy-B.mjs");');
  writeFileSync(join(folder, "chunk-A.mjs"), "export const a=1;");
  expect(findLostParts(folder)).toEqual(["lazy-B.mjs"]);
  writeFileSync(join(folder, "lazy-B.mjs"), "");
  expect(findLostParts(folder)).toEqual([]);
});

test("a warning states that links are printed if this machine cannot open a browser", () => {
  expect(checkBrowser({ SSH_CONNECTION: "1" }, "linux")).toMatchObject({ state: "warning" });
  expect(checkBrowser({}, "linux")).toMatchObject({ state: "warning" });
  expect(checkBrowser({ DISPLAY: ":0" }, "linux")).toMatchObject({ state: "ok" });
  expect(checkBrowser({}, "darwin")).toMatchObject({ state: "ok" });
});

test("a terminal check reports the size, colors and character set", () => {
  const stdin = { isTTY: true as const };
  const stdout = { isTTY: true as const, columns: 80, rows: 24 };
  const env = { LANG: "C.UTF-8" };
  expect(checkTerminal({ stdin, stdout, env })).toMatchObject({
    state: "ok",
    evidence: ["80 columns, 24 rows, colors, Unicode"],
  });
  const small = { ...stdout, columns: 30 };
  expect(checkTerminal({ stdin, stdout: small, env })).toMatchObject({
    state: "warning",
    evidence: [expect.stringContaining("plain text is used")],
  });
});
