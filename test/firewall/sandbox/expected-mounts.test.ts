import { once } from "node:events";
import { mkdirSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { planContainer } from "../../../src/firewall/sandbox/container-plan.ts";
import type { ContainerOptions } from "../../../src/firewall/sandbox/container-plan.ts";
import { encodeEnvironment } from "../../../src/firewall/sandbox/environment.ts";
import {
  ChangedMount,
  UnopenedMount,
  encodeExpected,
  expectMounts,
} from "../../../src/firewall/sandbox/expected-mounts.ts";
import type { ExpectedMount } from "../../../src/firewall/sandbox/expected-mounts.ts";
import { bind, bindWritable } from "../../../src/firewall/sandbox/mount.ts";
import { openContainer } from "../../../src/firewall/sandbox/open-container.ts";
import type { End } from "../../../src/firewall/sandbox/start-container.ts";
import { requireStarter } from "../../../src/firewall/sandbox/starter.ts";
import { machine } from "../../system/machine.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { buildNodeStarter } from "./build-node-starter.ts";
import { realOptions, realPlan } from "./open-real.ts";

interface Session {
  readonly starter: string;
  readonly work: string;
  readonly options?: Partial<ContainerOptions>;
  /** Command of another session, between planning and the resolution of paths by bubblewrap. */
  readonly meanwhile?: string;
  /** Action of the other session after bubblewrap has finished its part, before the comparison. */
  readonly afterwards?: () => void;
  /** Directories whose cover disappeared before the comparison. */
  readonly gone?: readonly string[];
}

/**
 * Plans a container, starts it while another session changes the files, and lets its command begin.
 */
async function start({
  starter,
  work,
  options: wanted = {},
  meanwhile = ":",
  afterwards,
  gone = [],
}: Session): Promise<End> {
  const plan = planContainer({ ...realPlanOptions(work), ...wanted });
  const expected = expectMounts(plan);
  const program = join(makeFolder("bin"), "bwrap");
  const script = `#!/bin/sh\nset -e\ncd '${work}'\n${meanwhile}\nexec '${machine().bwrap}' "$@"\n`;
  writeFileSync(program, script, { mode: 0o755 });
  const options = realOptions(["touch", join(work, "begun")]);
  const runtime = { name: "bubblewrap", reason: "", program } as const;
  const opened = await openContainer([runtime], plan, { ...options, starter });
  afterwards?.();
  opened.container.begin(
    encodeEnvironment({ PATH: "/usr/bin:/bin" }),
    encodeExpected([...expected.entries, ...gone.map(expectCover)]),
  );
  const end = await opened.container.ended;
  expected.close();
  for (const server of opened.servers.values()) server.close();
  opened.names?.close();
  return end;
}

function expectCover(target: string): ExpectedMount {
  const { dev, ino } = statSync(dirname(target), { bigint: true });
  return { target, kind: "empty", device: dev, inode: ino };
}

function realPlanOptions(workFolder: string): ContainerOptions {
  const { caller } = realPlan({ workFolder });
  const none = {
    path: "",
    mounts: [],
    files: [],
    kept: [],
    unreadable: [],
    sockets: [],
    socketFiles: [],
  };
  return { ...none, caller, workFolder, writable: [workFolder] };
}

/** Creates a project with a rules file, and keys outside of it. */
function makeProject() {
  const [work, keys] = [makeFolder("work"), makeFolder("keys")];
  mkdirSync(join(work, "conf"));
  for (const folder of [join(work, "conf"), keys]) writeFileSync(join(folder, "rules.yml"), "");
  symlinkSync(keys, join(work, "link"));
  return { work, keys, kept: [join(work, "conf/rules.yml")] };
}

function renameAll(pairs: readonly (readonly [string, string])[]): void {
  for (const [from, to] of pairs) renameSync(from, to);
}

describe.each([
  ["the native starter", requireStarter],
  ["the starter in Node", buildNodeStarter],
])("with %s", (_, choose) => {
  let starter = "";
  beforeEach(() => void (starter = choose()));
  const begun = { kind: "exit", code: 0 };

  test("a command starts if every mount matches the plan", async () => {
    const { work, kept } = makeProject();
    const other = makeFolder("other");
    const requests = { kept, mounts: [bind(other, "/ro"), bindWritable(other, "/tmp/rw")] };
    expect(await start({ starter, work, options: requests })).toEqual(begun);
  });

  test.each([
    ["a new directory with another rules file", "mv conf old; mkdir conf; touch conf/rules.yml"],
    [
      "a new directory with the same rules file",
      "mv conf old; mkdir conf; ln old/rules.yml conf/rules.yml",
    ],
  ])(
    "if a directory is replaced by %s before the start, the command does not start",
    async (_name, meanwhile) => {
      const { work, kept } = makeProject();
      const end = await start({ starter, work, options: { kept }, meanwhile });
      expect(end).toMatchObject({ kind: "differs" });
      expect(readdirSync(work)).not.toContain("begun");
    },
  );

  test("if a kept file's directory is renamed and its mount moves away, the command does not start", async () => {
    const { work, kept } = makeProject();
    const meanwhile = "mv conf old; mkdir conf; ln old/rules.yml conf/rules.yml";
    const at = (name: string) => join(work, name);
    const back = () =>
      renameAll([
        [at("conf"), at("decoy")],
        [at("old"), at("conf")],
      ]);
    const end = await start({ starter, work, options: { kept }, meanwhile, afterwards: back });
    expect(end).toMatchObject({ kind: "differs" });
  });

  test("if a mount of the operator shows keys by the time of the start, the command does not start", async () => {
    const { work, keys } = makeProject();
    const mounts = [bindWritable(join(work, "conf"), "/tmp/data")];
    const meanwhile = "mv conf old; mv link conf";
    const end = await start({ starter, work, options: { mounts }, meanwhile });
    expect(end).toMatchObject({ kind: "differs", entry: 1 });
    expect(readdirSync(keys)).toEqual(["rules.yml"]);
  });

  test("if a hidden socket is renamed before the start, the command does not start", async () => {
    const { work } = makeProject();
    const socket = join(work, "conf/run.sock");
    const server = createServer().listen(socket);
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const requests = { sockets: [socket] };
    expect(await start({ starter, work, options: requests })).toEqual(begun);
    const meanwhile = "mv conf old; mkdir conf; touch conf/run.sock";
    expect(await start({ starter, work, options: requests, meanwhile })).toMatchObject({
      kind: "differs",
    });
  });

  test("a covered directory that another program deletes before the start does not stop the command", async () => {
    const { work } = makeProject();
    expect(await start({ starter, work, gone: [join(work, "deleted")] })).toEqual(begun);
  });
});

test("a directory that was replaced by a link before it is recorded is refused", () => {
  const { work, kept } = makeProject();
  const plan = planContainer({ ...realPlanOptions(work), kept });
  renameAll([
    [join(work, "conf"), join(work, "old")],
    [join(work, "link"), join(work, "conf")],
  ]);
  expect(() => expectMounts(plan)).toThrow(ChangedMount);
});

test("a path that cannot be opened for another reason is not reported as replaced", () => {
  const { work, kept } = makeProject();
  const plan = planContainer({ ...realPlanOptions(work), kept });
  const long = bind(`/${"a".repeat(300)}`);
  const record = () => expectMounts({ ...plan, mounts: [long], checked: [long] });
  expect(record).toThrow(UnopenedMount);
  expect(record).toThrow("the name is too long");
});

test("no file descriptor stays open", () => {
  const count = () => readdirSync("/proc/self/fd").length;
  const { work, kept } = makeProject();
  const before = count();
  const expected = expectMounts(planContainer({ ...realPlanOptions(work), kept }));
  expect(count()).toBeGreaterThan(before);
  expected.close();
  expected.close();
  expect(count()).toBe(before);
});
