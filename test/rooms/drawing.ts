import { basename } from "node:path";
import { edgesOfTable, roomOf } from "./house-rules.ts";
import type { House, Room } from "./house-rules.ts";

type Rooms = Pick<House, "rooms">;

interface Arrow {
  readonly from: string;
  /** A room, or `family/*` for the box around all rooms of a family. */
  readonly to: string;
  readonly label?: string;
}

const fence = { start: "```mermaid\n", end: "\n```" };

/** Returns the diagram of a page with its fence, or an empty text if there is none. */
export function findDrawing(page: string): string {
  const start = page.indexOf(fence.start);
  const end = page.indexOf(fence.end, start);
  return start < 0 || end < 0 ? "" : page.slice(start, end + fence.end.length);
}

/**
 * Draws the table of rooms as a Mermaid flowchart. An arrow means "can import" and is omitted if a longer path
 * implies it. A dashed border marks a room without files.
 * @param files paths of all sources
 */
export function drawRooms(house: Rooms, files: readonly string[]): string {
  const built = new Set(files.map((path) => roomOf(house, path)));
  const planned = Object.keys(house.rooms).filter((room) => !built.has(room));
  const lines = [
    "flowchart TD",
    ...familiesOf(house).flatMap(([family, rooms]) => drawFamily(family, rooms)),
    ...arrowsOf(house).map(drawArrow),
    "classDef planned stroke-dasharray: 4",
    `class ${planned.map(idOf).join(",")} planned`,
  ];
  const shown = planned.length > 0 ? lines : lines.slice(0, -2);
  return fence.start + shown.join("\n  ") + fence.end;
}

function familiesOf({ rooms }: Rooms): [string, string[]][] {
  const names = Object.keys(rooms);
  const families = [...new Set(names.map(familyOf))];
  return families.map((family) => [family, names.filter((room) => familyOf(room) === family)]);
}

function drawFamily(family: string, rooms: readonly string[]): string[] {
  if (rooms.length === 1) return rooms.map((room) => `${idOf(room)}[${room}]`);
  const nodes = rooms.map((room) => {
    const name = room === family ? `"files at the top"` : basename(room);
    return `  ${idOf(room)}[${name}]`;
  });
  return [`subgraph ${idOf(`${family}/*`)}[${family}]`, ...nodes, "end"];
}

function drawArrow({ from, to, label }: Arrow): string {
  const line = label === undefined ? "-->" : `-.->|${label}|`;
  return `${idOf(from)} ${line} ${idOf(to)}`;
}

function idOf(name: string): string {
  return name.replace("/*", "_family").replace("/", "_");
}

function familyOf(room: string): string {
  return room.split("/")[0] ?? room;
}

/** Returns the arrows that no longer path implies. */
function arrowsOf(house: Rooms): Arrow[] {
  const complete = completeRooms(house);
  return Object.entries(house.rooms).flatMap(([from, room]) => {
    const direct = complete.get(from) ?? [];
    const beyond = new Set(direct.flatMap((to) => reachedFrom(complete, to)));
    const needed = direct.filter((to) => !beyond.has(to));
    const loose = looseArrows(house, from).filter(
      ({ to }) => !beyond.has(to) && !direct.includes(to),
    );
    const isLazy = (to: string) => room.lazily?.includes(to) === true;
    return [
      ...joinFamilies(house, { from, room, needed }).map((to) =>
        isLazy(to) ? { from, to, label: "on demand" } : { from, to },
      ),
      ...loose,
    ];
  });
}

/** Returns the rooms that each room can import completely, on demand or not. */
function completeRooms(house: Rooms): Map<string, string[]> {
  const edges = edgesOfTable(house);
  const entries = Object.entries(house.rooms);
  return new Map(
    entries.map(([from, { imports, lazily = [] }]) => {
      const isAbove = (room: string) => house.rooms[room]?.lazily?.includes(from) === true;
      const named =
        imports === "everything"
          ? Object.keys(house.rooms).filter((room) => room !== from && !isAbove(room))
          : edges.filter((edge) => edge.from === from).map(({ to }) => to);
      return [from, [...named, ...lazily]];
    }),
  );
}

/** Returns arrows to rooms of which only one file can be imported. */
function looseArrows(house: Rooms, from: string): Arrow[] {
  const { imports } = house.rooms[from] ?? { imports: [] };
  const names = imports === "everything" ? [] : imports;
  return names
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ from, to: roomOf(house, `src/${name}`), label: basename(name) }));
}

/** Replaces arrows to all rooms of a family with one arrow to its box. */
function joinFamilies(
  house: Rooms,
  { from, room, needed }: { from: string; room: Room; needed: readonly string[] },
): string[] {
  const boxes = familiesOf(house)
    .filter(([family, rooms]) => rooms.length > 1 && family !== familyOf(from))
    .map(([family]) => family)
    .filter((family) => room.imports === "everything" || room.imports.includes(`${family}/*`));
  const aims = needed.map((to) => (boxes.includes(familyOf(to)) ? `${familyOf(to)}/*` : to));
  return [...new Set(aims)];
}

function reachedFrom(complete: ReadonlyMap<string, readonly string[]>, start: string): string[] {
  const reached = new Set(complete.get(start));
  for (const room of reached) for (const next of complete.get(room) ?? []) reached.add(next);
  return [...reached];
}
