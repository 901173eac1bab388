import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bareMachine, makeClone, type ForgeStage } from "./stage.ts";

const question = "What do you want to do?";
const known = fileURLToPath(new URL("known-machine.mjs", import.meta.url));

/**
 * Shows the first steps after the installation: the next step in a clone, and missing programs on
 * the machine.
 */
export async function walkIn(stage: ForgeStage): Promise<void> {
  const { emulator, home, host, print } = stage;
  makeClone(join(home, "control"), `${emulator.origin}/acme/control.git`);
  await showNext(stage, "begin", "gatehouse without a command, before a setup");
  // Keeps the response time at three digits on every machine, so that its width in a picture is
  // constant.
  emulator.setFaults([{ on: "GET /rate_limit", times: 0, play: { kind: "latency", ms: 100 } }]);
  await print("doctor", "gatehouse doctor", {
    args: ["doctor", ...host, "--repo", "acme/control"],
    nodeOptions: ["--import", known],
    env: {
      ...bareMachine(stage),
      BROWSER: undefined,
      DISPLAY: ":0",
      DBUS_SESSION_BUS_ADDRESS: undefined,
      XDG_RUNTIME_DIR: undefined,
    },
  });
  emulator.setFaults([]);
}

/** Shows `gatehouse` without a command in a clone of the control repository. */
export async function showNext(
  { home, run, show }: ForgeStage,
  name: string,
  title: string,
): Promise<void> {
  await run({ args: [], cwd: join(home, "control") }, async (wizard) => {
    await wizard.see(question);
    await wizard.see("current directory's remote");
    show(name, title, wizard);
  });
}
