import { expect, test } from "vitest";
import { findCaller } from "../../../src/firewall/sandbox/caller.ts";

const root = { uid: 0, gid: 0, name: "root", home: "/root" };
const mona = { uid: 1000, gid: 1000, name: "mona", home: "/home/mona" };
const passwd = () =>
  "root:x:0:0::/root:/bin/sh\nmona:x:1000:1001:Mona,,,:/srv/people/mona:/bin/sh\n";

test("the command runs as the caller", () => {
  expect(findCaller({ HOME: "/elsewhere" }, mona, passwd)).toEqual({
    ...mona,
    home: "/elsewhere",
    cameBySudo: false,
  });
});

test("with sudo, the command runs as the original caller, with the home from the user database", () => {
  const env = { SUDO_UID: "1000", SUDO_GID: "1001", SUDO_USER: "mona", HOME: "/root" };
  expect(findCaller(env, root, passwd)).toEqual({
    uid: 1000,
    gid: 1001,
    name: "mona",
    home: "/srv/people/mona",
    cameBySudo: true,
  });
});

test("with sudo, sudo's variables are used if the user database cannot be read", () => {
  const env = { SUDO_UID: "70000", SUDO_GID: "70000", SUDO_USER: "lisa" };
  const unreadable = () => {
    throw new Error("no such file");
  };
  expect(findCaller(env, root, unreadable)).toMatchObject({ name: "lisa", home: "/home/lisa" });
});

test("variables alone cannot change the user", () => {
  expect(findCaller({ SUDO_UID: "0", SUDO_GID: "0" }, mona, passwd)).toMatchObject(mona);
  for (const SUDO_UID of ["", "0", "-1", "1e3", "mona", "99999999999"]) {
    expect(findCaller({ SUDO_UID, SUDO_GID: "1000" }, root, passwd)).toMatchObject({ uid: 0 });
  }
});

test.each([undefined, "", "/"])(
  "without a usable home directory, the command is refused: %j",
  (home) => {
    const stranger = { uid: 12345, gid: 12345, name: "12345", home };
    expect(() => findCaller({}, stranger, passwd)).toThrow(
      "Could not find the home directory of user 12345 in HOME or in the system's user list.",
    );
    expect(findCaller({ HOME: "/work" }, stranger, passwd)).toMatchObject({ home: "/work" });
  },
);
