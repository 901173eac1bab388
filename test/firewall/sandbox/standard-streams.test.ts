import { closeSync, fstatSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { requireStreams } from "../../../src/firewall/sandbox/standard-streams.ts";
import { makeFolder } from "../../temporary-folder.ts";

test.each([0, 1, 2])(
  "a directory as descriptor %i is rejected, because it provides access to the outside",
  (stream) => {
    const folder = openSync(makeFolder("stream"), "r");
    const file = openSync("/dev/null", "r");
    const read = (descriptor: number) => fstatSync(descriptor === stream ? folder : file);
    expect(() => requireStreams(read)).toThrow("is a directory");
    expect(() => requireStreams(() => fstatSync(file))).not.toThrow();
    closeSync(folder);
    closeSync(file);
    expect(() => requireStreams(() => fstatSync(folder))).not.toThrow();
  },
);
