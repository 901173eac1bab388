// Draws the main screens of the wizard, from a real run on the embedded forge, into docs/screens/.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createRobot } from "../src/emulator/robot.ts";
import { startInTerminal } from "../test/terminal/pty.ts";
import { readFrame } from "./pictures/frame.ts";
import { paletteOf } from "./pictures/palettes.ts";
import { drawPicture } from "./pictures/svg.ts";
import { giveHands, keys, type Wizard } from "../test/terminal/setup-hands.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const pictures = join(root, "docs", "screens");
const sizes = [
  { columns: 80, suffix: "" },
  { columns: 40, suffix: "-narrow" },
];

const folder = await mkdtemp(join(tmpdir(), "gatehouse-screens-"));
try {
  await promisify(execFile)(execPath, [join(root, "scripts/build.mjs"), join(folder, "dist")]);
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await mkdir(pictures, { recursive: true });
  for (const old of await readdir(pictures)) await rm(join(pictures, old));
  for (const size of sizes) await drawScreens(size);
} finally {
  await rm(folder, { recursive: true });
}

async function drawScreens({ columns, suffix }: (typeof sizes)[number]): Promise<void> {
  const wizard = startWizard(await mkdtemp(join(folder, "home-")), columns);
  const draw = (name: string) => {
    const picture = holdStill(drawPicture(readFrame(wizard.terminal), paletteOf("dark"), name));
    return writeFile(join(pictures, `${name}${suffix}.svg`), picture);
  };
  try {
    await walkThrough(wizard, draw);
  } finally {
    wizard.kill();
  }
}

function startWizard(home: string, columns: number): Wizard {
  const program = startInTerminal({
    command: execPath,
    args: [join(folder, "dist/cli.js"), "setup", "--host", "emulator"],
    env: {
      HOME: home,
      XDG_STATE_HOME: home,
      BROWSER: "/bin/true",
      SSH_CONNECTION: undefined,
    },
    cwd: home,
    columns,
    rows: 24,
    limitMilliseconds: 60_000,
  });
  return giveHands(program);
}

/** The setup as an operator lives through it, who once chooses too many repositories. */
async function walkThrough(wizard: Wizard, draw: (name: string) => Promise<void>): Promise<void> {
  const click = createRobot();
  await wizard.moveTo("Which repository is the control repository?", "acme/control");
  await draw("1-first-question");
  wizard.write(keys.enter);
  await wizard.choose("What is this control plane for?", "Make both Apps now");
  await wizard.see("What will be made");
  await draw("2-what-will-be-made");
  for (const app of ["Read App", "Write App"]) {
    await wizard.read(`What will be made: the ${app}`, "Continue");
    await wizard.answer(`Name of the ${app}:`, keys.enter);
    await wizard.answer(`How is the ${app} made?`, keys.enter);
    await wizard.waitFor(/Create the [^]* App on the forge[^]*9:/);
    if (app === "Read App") await draw("3-waiting-for-the-browser");
    await click.visit(await wizard.readLink("http://127.0.0.1:"));
    await wizard.see(`Install the ${app}`);
    const installPage = await wizard.readLink("http://127.0.0.1:");
    const { origin } = new URL(installPage);
    if (app === "Read App") {
      await createRobot({ selection: "all" }).visit(installPage);
      await wizard.answer("check now", keys.enter);
      await wizard.waitFor(/ends\s+in 9:[^]*It is\s+installed\s+on\s+all/);
      await draw("4-installation-problem");
      const settings = await wizard.readLink(`${origin}/organizations/`);
      await createRobot({ selection: ["acme/control"] }).visit(settings);
    } else await click.visit(installPage);
  }
  await wizard.see("acme/control has its Apps");
  await wizard.exited;
  // What is printed in the end is wrapped by the terminal, in the middle of ids that are others in every run.
  if (wizard.terminal.cols >= 80) await draw("5-finished");
}

/** What is another one in every run stands still in a picture; each takes the room that it took before. */
function holdStill(svg: string): string {
  return svg
    .replaceAll(/127\.0\.0\.1:\d{5}/g, "127.0.0.1:41873")
    .replaceAll(/(127\.0\.0\.1:41873\/)[\w-]{12}(?=<)/g, "$1k3Vw9sTq2LmZ")
    .replaceAll(/\b0:\d\d\b/g, "0:05")
    .replaceAll(/\b9:\d\d\b/g, "9:55")
    .replaceAll(/SHA256:[\w+/]{8}/g, "SHA256:kw4kSvj4")
    .replaceAll(/Iv23li[\da-f]{14}/g, "Iv23li0123456789abcd");
}
