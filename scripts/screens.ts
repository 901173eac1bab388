// Draws what gatehouse shows, from real runs on an embedded forge, into docs/screens/: a sheet for each screen and print
// (dark, light, Solarized; 80 and 40 columns), two pictures of the pages in dark and light, and a setup that moves.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { drawPage } from "./pictures/draw-page.ts";
import { drawAnimation } from "./pictures/animate.ts";
import { holdStill } from "./pictures/hold-still.ts";
import { paletteOf, palettes } from "./pictures/palettes.ts";
import { drawPicture, drawSheet } from "./pictures/svg.ts";
import { walkThrough, type Shown } from "./pictures/walk.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const pictures = join(root, "docs", "screens");
/** What the README shows by itself, in the ground of whoever reads it. */
const ofReadme = ["installation-problem", "firewall-patterns"];

const walkTitle = "A control plane is set up: scope, App, installation, proof";

const folder = await mkdtemp(join(tmpdir(), "gatehouse-screens-"));
try {
  await promisify(execFile)(execPath, [join(root, "scripts/build.mjs"), join(folder, "dist")]);
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const program = join(folder, "dist/cli.js");
  await putOnPath(program);
  let registers: Buffer | undefined;
  const lookAtPage = async (link: string) => {
    registers = await drawPage(link);
  };
  const wide = await walkThrough({ program, folder, columns: 80, lookAtPage });
  const narrow = await walkThrough({ program, folder, columns: 40 });
  await mkdir(pictures, { recursive: true });
  for (const old of await readdir(pictures)) await rm(join(pictures, old));
  for (const [index, shown] of wide.entries()) await drawShown(index, shown, narrow);
  if (registers) await writeFile(join(pictures, "page-that-registers.png"), registers);
  // A setup, and how it stands then; what comes later in a control plane's life is no part of it.
  const end = wide.findIndex(({ name }) => name === "status") + 1;
  const setup = wide.slice(0, end).map(toMoment);
  for (const ground of ["dark", "light"] as const)
    await write(`walk-${ground}`, drawAnimation(setup, paletteOf(ground), walkTitle));
} finally {
  await rm(folder, { recursive: true });
}

/** The pictures show commands as whoever installed it types them. */
async function putOnPath(file: string): Promise<void> {
  const bin = join(folder, "bin");
  await mkdir(bin);
  await symlink(file, join(bin, "gatehouse"));
  process.env["PATH"] = [bin, process.env["PATH"]].join(delimiter);
}

async function drawShown(index: number, shown: Shown, narrow: readonly Shown[]): Promise<void> {
  const { name, title } = shown;
  const same = narrow.find((other) => other.name === name);
  const frames = [shown, ...(same ? [same] : [])].map(({ frame }) => holdStill(frame));
  const number = String(index + 1).padStart(2, "0");
  await write(`${number}-${name}`, drawSheet(frames, palettes, title));
  const [frame] = frames;
  if (!frame || !ofReadme.includes(name)) return;
  for (const ground of ["dark", "light"] as const) {
    await write(`${name}-${ground}`, drawPicture(frame, paletteOf(ground), title));
  }
}

function toMoment({ frame, seconds }: Shown) {
  return { frame: holdStill(frame), seconds };
}

function write(name: string, picture: string): Promise<void> {
  return writeFile(join(pictures, `${name}.svg`), picture);
}
