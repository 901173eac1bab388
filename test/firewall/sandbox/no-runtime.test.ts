import { expect, test } from "vitest";
import { NoRuntime } from "../../../src/firewall/sandbox/no-runtime.ts";

const complaint = "setting up uid map: Permission denied";
const bubblewrap = { runtime: "bubblewrap", complaint } as const;

test("the error exits with 125, and contains the error message of each runtime", () => {
  const error = new NoRuntime([bubblewrap, { runtime: "docker", complaint: "no daemon" }]);
  expect(error.exitCode).toBe(125);
  expect(error.message).toContain("it was not started");
  expect(error.message).toContain(`bubblewrap: ${complaint}\ndocker: no daemon`);
});

test("on a machine without a runtime, the error recommends installing bubblewrap", () => {
  const { message, hints } = new NoRuntime([], { restricted: false });
  expect(message).toContain("bubblewrap, docker and podman are not installed");
  expect(hints[0]).toMatchObject({ command: "sudo apt-get install bubblewrap" });
});

test("if a runtime was selected, only this runtime is reported as missing", () => {
  const { message, hints } = new NoRuntime([], { choice: "docker", restricted: true });
  expect(message).toContain("Could not isolate the command: docker is not installed.");
  expect(message).not.toContain("bubblewrap");
  expect(hints.map(({ command }) => command)).toEqual(["gatehouse firewall doctor"]);
});

test.each([
  "No permissions to create new namespace",
  "setting up uid map: Permission denied",
  "setting up gid map: Permission denied",
  "Failed to make / slave: Permission denied",
  "loopback: Failed RTM_NEWADDR: Operation not permitted",
])(
  "in a container that forbids namespaces (%s), only options for the container are printed",
  (text) => {
    const attempt = { runtime: "bubblewrap", complaint: `bwrap: ${text}` } as const;
    const { hints } = new NoRuntime([attempt], { restricted: true, isContainer: true });
    expect(hints[0]?.text).toContain("Start it with these options of docker or podman");
    expect(hints.map(({ command }) => command)).toEqual([undefined, "gatehouse firewall doctor"]);
  },
);

test("no AppArmor profile is printed for other errors, or in a container", () => {
  const commands = (complaint: string, isContainer: boolean) =>
    new NoRuntime([{ runtime: "bubblewrap", complaint }], {
      restricted: true,
      isContainer,
    }).hints.map(({ command }) => command);
  const missing = "bwrap: Can't find source path /a: No such file or directory";
  expect(commands(missing, false)).toEqual(["gatehouse firewall doctor"]);
  expect(commands(missing, true)).toEqual(["gatehouse firewall doctor"]);
});

test("if the system denies user namespaces to programs, a complete AppArmor profile is printed", () => {
  const commands = (restricted: boolean) =>
    new NoRuntime([bubblewrap], { restricted, isContainer: false }).hints.map(
      ({ command = "" }) => command,
    );
  expect(commands(true)[0]).toMatch(/profile bwrap \/usr\/bin\/bwrap .*userns.*reload apparmor$/);
  expect(commands(false)).toEqual(["gatehouse firewall doctor"]);
});
