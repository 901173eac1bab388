import { rmSync, symlinkSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { engineArguments } from "../../../src/firewall/sandbox/container-engine.ts";
import type { EngineOptions } from "../../../src/firewall/sandbox/container-engine.ts";
import type { Mount } from "../../../src/firewall/sandbox/mount.ts";
import { makeFolder } from "../../temporary-folder.ts";

const caller = { uid: 1000, gid: 1001, name: "mona", home: "/home/mona", cameBySudo: false };

function spell(options: Partial<EngineOptions> = {}, mounts: readonly Mount[] = []): string {
  return engineArguments(
    { caller, workFolder: "/w", mounts },
    {
      engine: "docker",
      image: "gatehouse-empty:1",
      name: "gatehouse-aB3dE9",
      starter: "/s",
      channel: "/session/channel",
      hasTerminal: false,
      isRootless: false,
      limits: { memory: undefined, pids: undefined, disk: undefined },
      setsLimits: true,
      ...options,
    },
  ).join(" ");
}

test.each(["docker", "podman"] as const)(
  "%s runs the container without network and privileges, with the caller's uid",
  (engine) => {
    const words = spell({ engine });
    for (const wanted of [
      "--network none",
      "--read-only",
      "--cap-drop ALL",
      "--security-opt no-new-privileges",
      "--user 1000:1001",
      "--pull never",
      "--rm",
      "--tmpfs /sys:ro",
      "--log-driver none",
    ]) {
      expect(words).toContain(wanted);
    }
    for (const never of ["--privileged", "--cap-add", "--pid", "--ipc", "--device", "--env"]) {
      expect(words).not.toContain(`${never} `);
    }
  },
);

test("the starter is the program, and the channel is the only socket to the outside", () => {
  const words = spell();
  expect(words).toContain("--mount type=bind,source=/s,target=/run/gatehouse/starter,readonly");
  expect(words).toContain(
    "--mount type=bind,source=/session/channel,target=/run/gatehouse/channel",
  );
  expect(words).toMatch(/--workdir \/w --entrypoint \/run\/gatehouse\/starter gatehouse-empty:1$/);
});

test("rootless podman keeps the caller's uid with --userns keep-id", () => {
  expect(spell({ engine: "podman", isRootless: true })).toContain("--userns keep-id");
  expect(spell({ engine: "podman" })).not.toContain("--userns");
});

test.each(["docker", "podman"] as const)("%s is started with each configured limit", (engine) => {
  const mounts = [{ kind: "empty", target: "/tmp", isWritable: true }] as const;
  const words = spell({ engine, limits: { memory: 6000, pids: 7, disk: 5000 } }, mounts);
  expect(words).toContain("--memory 6000 --memory-swap 6000 --pids-limit 7 --shm-size 5000 ");
  expect(words).toContain("--tmpfs /tmp:exec,mode=1777,size=5000");
  // podman's own default is another limit.
  expect(spell({ engine }, mounts)).toContain("--pids-limit -1 ");
  expect(spell({ engine }, mounts)).not.toMatch(/--memory|--shm-size|size=/);
  expect(spell({ engine, setsLimits: false }, mounts)).not.toMatch(/--memory|--pids-limit/);
});

test("a terminal is allocated only if the caller has a terminal", () => {
  expect(spell({ hasTerminal: true })).toContain("--interactive --tty");
  expect(spell()).not.toContain("--tty");
});

test("each kind of mount has its option, for any character in its path", () => {
  const words = spell({}, [
    { kind: "bind", source: '/a,"b"', target: "/b", isWritable: false },
    { kind: "bind", source: "/c", target: "/c", isWritable: true },
    { kind: "hidden", target: "/etc/shadow" },
    { kind: "empty", target: "/tmp", isWritable: true },
    { kind: "empty", target: "/etc/ppp", isWritable: false },
  ]);
  for (const wanted of [
    'type=bind,"source=/a,""b""",target=/b,readonly',
    "type=bind,source=/c,target=/c --mount",
    "type=bind,source=/dev/null,target=/etc/shadow,readonly",
    "--tmpfs /tmp:exec,mode=1777",
    "--tmpfs /etc/ppp:ro,mode=0555",
  ]) {
    expect(words).toContain(wanted);
  }
});

test("a link becomes a mount that shows and hides the same as its target", () => {
  const target = makeFolder("target");
  const link = `${target}-link`;
  symlinkSync(target, link);
  onTestFinished(() => rmSync(link));
  const asLink = { kind: "link", target: link, to: target } as const;
  const bound = `type=bind,source=${target},target=${link},readonly`;
  const shown = spell({}, [
    asLink,
    { kind: "bind", source: target, target, isWritable: true },
    { kind: "hidden", target: `${target}/run.sock` },
  ]);
  expect(shown).toContain(bound);
  expect(shown).toContain(`type=bind,source=/dev/null,target=${link}/run.sock,readonly`);
  const inside = { kind: "bind", source: "/b", target: `${target}/b`, isWritable: true } as const;
  const rest = spell({}, [asLink, inside]);
  expect(rest).not.toContain(bound);
  expect(rest).toContain(`type=bind,source=/b,target=${link}/b,readonly`);
});

test("a path with a line break stays one field of the option", () => {
  const words = spell({}, [{ kind: "hidden", target: "/work/a\nb" }]);
  expect(words).toContain('source=/dev/null,"target=/work/a\nb",readonly');
});

test("podman keeps the caller's limits, because only root can raise a hard limit", () => {
  expect(spell({ engine: "podman" })).toMatch(/--ulimit nofile=(\d+):\1 /);
  expect(spell({ engine: "docker" })).not.toContain("--ulimit");
});

test.each([
  ["docker", "--tmpfs /w/secrets:ro,mode=0000"],
  ["podman", "--tmpfs /w/secrets:ro,mode=0000,notmpcopyup"],
] as const)("%s mounts an empty, read-only directory over a closed one", (engine, words) => {
  expect(spell({ engine }, [{ kind: "closed", target: "/w/secrets" }])).toContain(`${words} `);
});
