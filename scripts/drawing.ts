// Redraws the diagram of the rooms in docs/architecture.md from test/rooms/house.ts.
// test/rooms.test.ts fails if the diagram is out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawRooms, findDrawing } from "../test/rooms/drawing.ts";
import { house } from "../test/rooms/house.ts";
import { listSources } from "../test/rooms/import-graph.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const path = join(root, "docs/architecture.md");
const page = readFileSync(path, "utf8");
const before = findDrawing(page);
if (before === "") throw new Error(`No Mermaid block to redraw in ${path}.`);
const drawing = drawRooms(house, listSources(root, ["src", "components", "flows", "emulator"]));
writeFileSync(
  path,
  page.replace(before, () => drawing),
);
