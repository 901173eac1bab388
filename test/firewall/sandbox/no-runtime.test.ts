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

test("if the system denies user namespaces to programs, a complete AppArmor profile is printed", () => {
  const commands = (restricted: boolean) =>
    new NoRuntime([bubblewrap], { restricted, isContainer: false }).hints.map(
      ({ command = "" }) => command,
    );
  expect(commands(true)[0]).toMatch(/profile bwrap \/usr\/bin\/bwrap .*userns.*reload apparmor$/);
  expect(commands(false)).toEqual(["gatehouse firewall doctor"]);
});
