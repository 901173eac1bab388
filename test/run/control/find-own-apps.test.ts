import { describe, expect, test } from "vitest";
import { check, checkPlain, good, locations } from "./check-bench.ts";

const block = `safe-outputs:
  forge-app:
    client-id: \${{ vars.OTHER }}
    private-key: \${{ secrets.OTHER }}
engine:`;

describe("an App block", () => {
  test.each([
    ["above it", "  # own App because: the target is in another organization\n"],
    [
      "above it, among other comments",
      "  # own App because: the target is elsewhere\n  # see there\n",
    ],
  ])("is not a finding if its reason is %s", (_, comment) => {
    const text = good.replace("engine:", block.replace("  forge-app:", `${comment}  forge-app:`));
    expect(check(text).findings).toEqual([]);
  });

  test.each([
    ["an empty reason", "  # own App because:\n"],
    ["a one-word reason", "  # own App because: yes\n"],
    ["a reason above another key", "  # own App because: it is needed there\n  concurrency: one\n"],
  ])("is a finding with %s", (_, comment) => {
    const text = good.replace("engine:", block.replace("  forge-app:", `${comment}  forge-app:`));
    expect(check(text).findings).toMatchObject([{ check: "own-app" }]);
  });

  test("is also a finding in a shared file, in a tool, and as an action", () => {
    const part = `---\ntools:\n  github:\n    github-app:\n      app-id: 1\n---\n`;
    const yml = `on: push\njobs:\n  a:\n    steps:\n      - name: Mint\n        uses: actions/create-github-app-token@v2\n`;
    const report = check(good, {
      ".forge/workflows/shared/tools.md": part,
      ".forge/workflows/plain.yml": yml,
    });
    expect(locations(report)).toEqual(["plain.yml:6:9 own-app", "shared/tools.md:4:5 own-app"]);
  });

  test("is not confused with an app key in other settings", () => {
    const yml =
      "on: push\nenv: { app: web }\njobs:\n  a:\n    environment:\n      app: { name: x }\n";
    expect(check(good, { ".forge/workflows/plain.yml": yml }).findings).toEqual([]);
  });
});

describe("an App block in another YAML notation", () => {
  const pair = "{ client-id: a, private-key: b }";
  const alias = "its client-id by an alias";

  test.each([
    [alias, `x: &a ${pair}\ntools:\n  github:\n    github-app: *a\n`, 4],
    ["a merge", `x: &a ${pair}\ntools:\n  github:\n    github-app: { <<: *a }\n`, 4],
    [
      "a merge of several maps",
      `x: &a ${pair}\ntools:\n  github-app:\n    <<: [{ b: 1 }, *a]\n`,
      3,
    ],
    ["its name by an alias", `x: &n github-app\ntools:\n  *n : ${pair}\n`, 3],
  ])("with %s is found", (_, yaml, line) => {
    expect(checkPlain(`---\n${yaml}---\n`, "shared/part.md")).toEqual([`${line + 1} own-app`]);
  });

  test("by an alias of a block that has a reason needs its own reason", () => {
    const first = "a:\n  # own App because: the target is elsewhere\n  github-app: &a";
    const text = (reason: string) => `---\n${first} ${pair}\nb:\n${reason}  github-app: *a\n---\n`;
    expect(checkPlain(text(""), "shared/part.md")).toEqual(["6 own-app"]);
    const own = text("  # own App because: that one is elsewhere, too\n");
    expect(checkPlain(own, "shared/part.md")).toEqual([]);
  });

  test.each([
    "Actions/Create-GitHub-App-Token@v2",
    "tibdex/github-app-token@v2",
    "getsentry/action-github-app-token@v3",
    "peter-murray/workflow-application-token-action@v4",
    "&u actions/create-github-app-token@v2",
  ])("as the action %s is found", (uses) => {
    const yml = `on: push\njobs:\n  a:\n    steps:\n      - uses: ${uses}\n`;
    expect(checkPlain(yml)).toEqual(["5 own-app"]);
  });

  test("as an action by an alias is found", () => {
    const yml = `on: push\nx: &u tibdex/github-app-token@v2\njobs:\n  a:\n    steps:\n      - uses: *u\n`;
    expect(checkPlain(yml)).toEqual(["6 own-app"]);
  });

  test.each([
    ["a quoted value", 'description: "x # own App because: it is needed there"\n', "github-app"],
    ["a block of text", "description: |\n  # own App because: it is needed there\n", "github-app"],
    ["a key", "", '"# own App because: it is needed there": 1\ngithub-app'],
  ])("does not get its reason from %s", (_, before, key) => {
    const text = `---\n${before}${key}: ${pair}\n---\n`;
    expect(check(good, { ".forge/workflows/shared/part.md": text }).findings).toMatchObject([
      { check: "own-app" },
    ]);
  });

  test("does not get its reason from a quoted value on its line, but from a comment after it", () => {
    const line = (rest: string) =>
      `---\ngithub-app: { client-id: "x # own App because: it is needed there", app-id: 1 }${rest}\n---\n`;
    expect(checkPlain(line(""), "shared/part.md")).toEqual(["2 own-app"]);
    const reason = " # own App because: it is needed there";
    expect(checkPlain(line(reason), "shared/part.md")).toEqual([]);
  });
});
