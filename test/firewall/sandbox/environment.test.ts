import { expect, test } from "vitest";
import {
  commandEnvironment,
  encodeEnvironment,
} from "../../../src/firewall/sandbox/environment.ts";

const env = {
  PATH: "/usr/bin",
  HOME: "/home/mona",
  LC_TIME: "C",
  AWS_SECRET_ACCESS_KEY: "secret",
  SUDO_USER: "mona",
  NODE_CHANNEL_FD: "3",
};
const none = { all: false, excluded: [], isWritable: () => true, given: {}, ours: {} };

test("by default, a command gets its paths and locale, but no credential", () => {
  expect(commandEnvironment(env, none)).toEqual({
    PATH: "/usr/bin",
    HOME: "/home/mona",
    LC_TIME: "C",
  });
});

test("all variables are passed on request, except variables of sudo and of the channel", () => {
  const all = commandEnvironment(env, { ...none, all: true });
  expect(all).toHaveProperty("AWS_SECRET_ACCESS_KEY", "secret");
  expect(Object.keys(all).filter((name) => /SUDO|CHANNEL/.test(name))).toEqual([]);
});

test("an excluded variable is never passed, whichever option names it", () => {
  const requests = {
    ...none,
    all: true,
    excluded: ["AWS_SECRET_ACCESS_KEY", "X"],
    given: { X: "1" },
  };
  const kept = commandEnvironment(env, requests);
  expect(Object.keys(kept)).toEqual(["PATH", "HOME", "LC_TIME"]);
});

test("gatehouse's variables take precedence, so that the caller's own proxy is not used", () => {
  const requests = {
    ...none,
    all: true,
    given: { https_proxy: "http://given.test" },
    ours: { https_proxy: "http://127.0.0.1:3128" },
  };
  const https_proxy = "http://corporate.test";
  expect(commandEnvironment({ https_proxy }, requests)).toEqual({
    https_proxy: "http://127.0.0.1:3128",
  });
});

test("the starter gets each variable unchanged, for any bytes", () => {
  const text = encodeEnvironment({ A: "ü\n=", B: "" });
  expect(Buffer.from(text, "hex").toString()).toBe("A=ü\n=\0B=\0");
});

test("a directory for temporary files is passed only if the container has it, or if it is given", () => {
  const caller = { ...env, TMPDIR: "/scratch", TMP: "/work/tmp", TEMP: "/scratch" };
  const isWritable = (path: string) => path === "/work/tmp";
  const all = commandEnvironment(caller, { ...none, all: true, isWritable });
  expect(all).toHaveProperty("TMP", "/work/tmp");
  expect(Object.keys(all)).not.toContain("TMPDIR");
  expect(Object.keys(all)).not.toContain("TEMP");
  const given = commandEnvironment(env, { ...none, isWritable, given: { TMPDIR: "/scratch" } });
  expect(given).toHaveProperty("TMPDIR", "/scratch");
});
