import { existsSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { makeTrialLogs } from "../../../src/commands/firewall/run-trial.ts";

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)("with sudo, the log of a trial belongs to the caller", () => {
  const { folder, remove } = makeTrialLogs({ SUDO_UID: "1000", SUDO_GID: "1000" });
  const { uid, gid, mode } = statSync(folder);
  remove();
  expect([uid, gid, mode & 0o777]).toEqual([1000, 1000, 0o700]);
  expect(existsSync(folder)).toBe(false);
});
