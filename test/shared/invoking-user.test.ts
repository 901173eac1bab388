import { expect, onTestFinished, test } from "vitest";
import { asUser } from "../../src/shared/as-user.ts";
import { invokingUser } from "../../src/shared/invoking-user.ts";

const sudo = { SUDO_UID: "1000", SUDO_GID: "1001" };

test("the user who called sudo is the invoking user of root", () => {
  expect(invokingUser(sudo, 0)).toEqual({ uid: 1000, gid: 1001 });
});

test.each([
  ["is not root", sudo, 1000],
  ["was not started with sudo", {}, 0],
  ["was started with sudo by root", { SUDO_UID: "0", SUDO_GID: "0" }, 0],
  ["has no SUDO_GID", { SUDO_UID: "1000" }, 0],
  ["has an invalid SUDO_UID", { SUDO_UID: "1000x", SUDO_GID: "1000" }, 0],
  ["has the SUDO_UID that means no user", { SUDO_UID: "4294967295", SUDO_GID: "1000" }, 0],
])("there is no invoking user if the process %s", (_case, env, euid) => {
  expect(invokingUser(env, euid)).toBeUndefined();
});

test.runIf(process.getuid?.() === 0)(
  "root's rights, including its groups, are dropped during the call and then restored",
  () => {
    const groups = process.getgroups?.() ?? [];
    onTestFinished(() => process.setgroups?.(groups));
    process.setgroups?.([0, 65_000]);
    const rights = () => [process.geteuid?.(), process.getegid?.(), process.getgroups?.()];
    const before = rights();
    const user = { uid: 65_534, gid: 65_533 };
    expect(asUser(user, rights)).toEqual([65_534, 65_533, [65_533]]);
    const fail = () => {
      throw new Error("no");
    };
    expect(() => asUser(user, fail)).toThrow("no");
    expect(rights()).toEqual(before);
  },
);
