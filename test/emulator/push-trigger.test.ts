import { describe, expect, test } from "vitest";
import { isPushTrigger, skipsRuns } from "../../emulator/runner/push-trigger.ts";

const main = "refs/heads/main";
const tag = "refs/tags/v1.2";
const on = (filters: string) => `name: Check\non:\n  push:\n${filters}`;
const branches = (list: string) => on(`    branches: [${list}]\n`);

describe("a push event matches", () => {
  test.each([
    ["a workflow that names only the event", "on: push\n", main],
    ["one of several events", "on: [workflow_dispatch, push]\n", tag],
    ["an event without filters", "on:\n  push:\n", tag],
    ["the branch", branches("main, other"), main],
    ["a branch pattern with a star", branches("'release/*'"), "refs/heads/release/1"],
    ["a branch pattern with two stars", branches("'release/**'"), "refs/heads/release/1/2"],
    ["a branch pattern with character sets", branches("'v[12].[0-9]+'"), "refs/heads/v2.10"],
    [
      "a branch that a later pattern includes again",
      branches("'**', '!a/**', 'a/b'"),
      "refs/heads/a/b",
    ],
    ["a branch that is not ignored", on("    branches-ignore: [other]\n"), main],
    ["the tag", on("    tags: ['v*']\n"), tag],
    ["a tag pattern next to other branches", on("    branches: [other]\n    tags: ['v*']\n"), tag],
    ["a changed path", on("    paths: ['src/**']\n"), main],
    ["a path in any folder", on("    paths: ['**/a.ts']\n"), main],
    ["a path that is not ignored", on("    paths-ignore: ['docs/**']\n"), main],
    ["a tag, whatever the paths", on("    paths: ['none']\n"), tag],
  ])("%s", (_, yaml, ref) => {
    expect(isPushTrigger(yaml, { ref, paths: ["docs/b.md", "src/x/a.ts"] })).toBe(true);
  });

  test.each([
    ["another event", "on: workflow_dispatch\n", main],
    ["a file that is not YAML", "on: push\nname: [\n", main],
    ["an alias without an anchor", "on: push\nname: *none\n", main],
    ["a character range in the wrong order", branches("'[z-a]'"), main],
    ["a quantifier without anything before it", branches("'+x', '**?+'"), main],
    ["another branch", branches("other"), main],
    ["a star across a slash", branches("'release/*'"), "refs/heads/release/1/2"],
    ["a dot as a wildcard", branches("v1.2"), "refs/heads/v1x2"],
    ["a branch that a later pattern excludes", branches("'**', '!a/**'"), "refs/heads/a/b"],
    ["an ignored branch", on("    branches-ignore: ['ma*']\n"), main],
    ["a tag if only branches are listed", branches("'**'"), tag],
    ["a branch if only tags are listed", on("    tags: ['**']\n"), main],
    ["another tag", on("    tags: ['w*']\n"), tag],
    ["an unchanged path", on("    paths: ['src/*']\n"), main],
    ["changes to ignored paths only", on("    paths-ignore: ['docs/**', '**/*.ts']\n"), main],
    ["a matching path on another branch", on("    branches: [other]\n    paths: ['**']\n"), main],
  ])("but not %s", async (_, yaml, ref) => {
    expect(isPushTrigger(yaml, { ref, paths: ["docs/b.md", "src/x/a.ts"] })).toBe(false);
  });
});

test.each([
  ["Change it [skip ci]", true],
  ["[CI SKIP] Change it", true],
  ["Change it\n\nReason [no ci]", true],
  ["Change it [skip actions]", true],
  ["Change it [actions skip]", true],
  ["Change it\n\n\nskip-checks: true", true],
  ["Change it\n\n\nSigned-off-by: a\nskip-checks:true\n", true],
  ["Change skip ci", false],
  ["Change it\n\nskip-checks: true in the middle", false],
])("the message %j skips runs: %s", (message, expected) => {
  expect(skipsRuns(message)).toBe(expected);
});
