// Renders gatehouse's screens to docs/screens/, from real runs against an embedded forge:
//
// - a sheet for each screen and output (dark, light, Solarized; 80 and 40 columns)
// - a dark and a light image of each screen that a documentation page shows
// - an animation of a setup
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { drawPage } from "./pictures/draw-page.ts";
import { drawAnimation } from "./pictures/animate.ts";
import type { Frame } from "./pictures/frame.ts";
import { createStill } from "./pictures/freeze.ts";
import { paletteOf, palettes } from "./pictures/palettes.ts";
import { drawPicture, drawSheet } from "./pictures/svg.ts";
import type { Shown } from "./pictures/stage.ts";
import { walkThrough } from "./pictures/walk.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const pictures = join(root, "docs", "screens");
/**
 * Screens that documentation pages show individually, in a dark or light version that matches the
 * reader's color scheme.
 */
const ofPages = [
  "begin-again",
  "doctor",
  "installation-problem",
  "firewall-patterns",
  "engine-changes",
  "removal",
];

const walkTitle = "Setup of a control plane: scope, App, installation, proof";

const folder = await mkdtemp(join(tmpdir(), "gatehouse-screens-"));
try {
  await promisify(execFile)(execPath, [join(root, "scripts/build.mjs"), join(folder, "dist")]);
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  // For `npm pack`, which setup runs.
  await copyFile(join(root, "package.json"), join(folder, "package.json"));
  const program = join(folder, "dist/cli.js");
  let registers: Buffer | undefined;
  const inspectPage = async (link: string) => {
    registers = await drawPage(link);
  };
  const days = [formatDay()];
  const wide = await walkThrough({ program, folder, columns: 80, inspectPage });
  const narrow = await walkThrough({ program, folder, columns: 40 });
  days.push(formatDay());
  await mkdir(pictures, { recursive: true });
  for (const old of await readdir(pictures)) await rm(join(pictures, old));
  const sheets = pairShown(freezeAll(wide, days), freezeAll(narrow, days));
  for (const [index, sheet] of sheets.entries()) await drawSheets(index, sheet);
  if (registers) await writeFile(join(pictures, "page-that-registers.png"), registers);
  // The animation shows only the setup and the status that follows, not the screens before or
  // after.
  const placeOf = (wanted: string) => sheets.findIndex(({ name }) => name === wanted);
  const setup = sheets.slice(placeOf("first-question"), placeOf("status") + 1);
  for (const background of ["dark", "light"] as const)
    await write(`walk-${background}`, drawAnimation(setup, paletteOf(background), walkTitle));
} finally {
  await rm(folder, { recursive: true });
}

function freezeAll(walk: readonly Shown[], days: readonly string[]): Shown[] {
  const freeze = createStill(days);
  return walk.map(({ frame, ...shown }) => ({ ...shown, frame: freeze(frame) }));
}

interface Sheet extends Shown {
  /** The same screen in a narrow terminal. */
  readonly narrow: Frame;
}

/** @throws if the two walks captured different screens */
function pairShown(wide: readonly Shown[], narrow: readonly Shown[]): Sheet[] {
  return wide.map((shown, index) => {
    const other = narrow[index];
    if (other?.name !== shown.name)
      throw new Error(`${shown.name} was not captured in the narrow terminal`);
    return { ...shown, narrow: other.frame };
  });
}

async function drawSheets(index: number, { name, title, frame, narrow }: Sheet): Promise<void> {
  const number = String(index + 1).padStart(2, "0");
  await write(`${number}-${name}`, drawSheet([frame, narrow], palettes, title));
  if (!ofPages.includes(name)) return;
  for (const background of ["dark", "light"] as const) {
    await write(`${name}-${background}`, drawPicture(frame, paletteOf(background), title));
  }
}

function formatDay(): string {
  return new Date().toISOString().slice(0, "2026-11-23".length);
}

function write(name: string, picture: string): Promise<void> {
  return writeFile(join(pictures, `${name}.svg`), picture);
}
