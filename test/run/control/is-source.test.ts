import { expect, test } from "vitest";
import { isSource } from "../../../src/run/control/is-source.ts";

test.each(["worker.md", "worker.MD", "shared/part.Md", "plain.yml", "plain.YAML", "w.lock.yml"])(
  "%s is checked",
  (path) => expect(isSource(path)).toBe(true),
);

test.each(["worker.md.txt", "notes"])("%s is not a workflow", (path) =>
  expect(isSource(path)).toBe(false),
);
