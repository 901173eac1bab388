import { expect, test } from "vitest";
import { asUser } from "../../src/shared/as-user.ts";
import { invokingUser } from "../../src/shared/invoking-user.ts";

const sudo = { SUDO_UID: "1000", SUDO_GID: "1001" };

test("who called sudo is behind what root does", () => {
  expect(invokingUser(sudo, 0)).toEqual({ uid: 1000, gid: 1001 });
});

test.each([
  ["is not root", sudo, 1000],
  ["was called by nobody", {}, 0],
  ["was called by root", { SUDO_UID: "0", SUDO_GID: "0" }, 0],
  ["has no group", { SUDO_UID: "1000" }, 0],
  ["has no number", { SUDO_UID: "1000x", SUDO_GID: "1000" }, 0],
  ["has the number that means none", { SUDO_UID: "4294967295", SUDO_GID: "1000" }, 0],
])("nobody is behind what %s", (_case, env, euid) => {
  expect(invokingUser(env, euid)).toBeUndefined();
});

test.runIf(process.getuid?.() === 0)("rights come back, also after a throw", () => {
  const before = [process.geteuid?.(), process.getegid?.(), process.getgroups?.()];
  const during = asUser({ uid: 65_534, gid: 65_533 }, () => [
    process.geteuid?.(),
    process.getegid?.(),
    process.getgroups?.(),
  ]);
  expect(during).toEqual([65_534, 65_533, expect.not.arrayContaining([0])]);
  const fail = () => {
    throw new Error("no");
  };
  expect(() => asUser({ uid: 65_534, gid: 65_533 }, fail)).toThrow("no");
  expect([process.geteuid?.(), process.getegid?.(), process.getgroups?.()]).toEqual(before);
});
