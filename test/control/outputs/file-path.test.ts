import { expect, test } from "vitest";
import { explainPath } from "../../../src/control/outputs/file-path.ts";

test.each([
  "a",
  "a/b.txt",
  ".gitignore",
  ".github/dependabot.yml",
  ".github/workflows-old/a.yml",
  "src/workflows/a.yml",
  "docs/.forge/a",
  "git/a",
  "a b/ä.md",
])("%s is a path", (path) => expect(explainPath(path)).toBeUndefined());

test.each([
  ["", "is empty"],
  ["/etc/passwd", "is not relative"],
  ["../a", '".."'],
  ["a/../b", '".."'],
  ["a//b", "empty part"],
  ["a/", "empty part"],
  ["./a", '"."'],
  ["a\\b", "a sign in it"],
  ["a\nb", "a sign in it"],
  ["a\u200bb", "a sign in it"],
  [".git/config", "is git's own"],
  ["a/.GIT/hooks/x", "is git's own"],
  [".git./config", "is git's own"],
  [".git::$INDEX_ALLOCATION/config", "is git's own"],
  ["GIT~1/config", "is git's own"],
  [".github/workflows/a.yml", "is in the folder of workflows"],
  [".GitHub/Workflows/a.yml", "is in the folder of workflows"],
  [".forge/workflows/deep/a.yml", "is in the folder of workflows"],
  [".forge/workflows", "is in the folder of workflows"],
  [".github", "is in the folder of workflows"],
  ["CODEOWNERS", "who has to agree"],
  ["docs/codeowners", "who has to agree"],
  [".github/CODEOWNERS", "who has to agree"],
  ["x".repeat(256), "255 characters"],
  ["x/".repeat(600) + "x", "1024 characters"],
])("%j is refused", (path, because) => expect(explainPath(path)).toContain(because));
