import { expect, test } from "vitest";
import { isSource } from "../../../src/control/shared-control/is-source.ts";

test.each(["worker.md", "worker.MD", "shared/part.Md", "plain.yml", "plain.YAML"])(
  "people write %s",
  (path) => expect(isSource(path)).toBe(true),
);

test.each(["worker.lock.yml", "worker.lock.yaml", "worker.md.txt", "notes"])(
  "nobody writes %s as a workflow",
  (path) => expect(isSource(path)).toBe(false),
);
