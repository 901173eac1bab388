import { basename } from "node:path";
import { loadedAtStart, type Edge } from "./import-graph.ts";

/**
 * What a room may import: a room's own files (`shared`), a room with those below it (`forge/*`), one file of a room
 * (`forge/brand.ts`), or everything.
 */
export interface Room {
  readonly imports: readonly string[] | "everything";
  /** Reached with `await import(…)` only. */
  readonly lazily?: readonly string[];
}

export interface House {
  readonly rooms: Readonly<Record<string, Room>>;
  /** Files below a sub-folder that other rooms may import all the same, and why. */
  readonly faces: Readonly<Record<string, string>>;
  /** The one file by which other rooms enter a room. */
  readonly entries: Readonly<Record<string, string>>;
  /** Files at the top of a room that only the rooms of its family may import, and these files. */
  readonly internals: Readonly<Record<string, readonly string[]>>;
  /** Packages and parts of Node that belong to some rooms or files only. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** What the files of `shared` are there for. */
  readonly shared: Readonly<Record<string, string>>;
  /** Parts of Node, packages and files of ours that act on the world: no flow loads them, by way of others either. */
  readonly effects: readonly string[];
}

/** One sentence for each import that the house does not allow. */
export function findForbiddenImports(house: House, edges: readonly Edge[]): string[] {
  return edges.flatMap((edge) => {
    const because = edge.isPackage ? validatePackage(house, edge) : validateRoom(house, edge);
    return because ? [`${edge.from} imports ${edge.to} (${edge.kind}): ${because}`] : [];
  });
}

/** One sentence for each file that loads, by way of others too, what should not be there when it starts. */
export function findForbiddenLoads(
  edges: readonly Edge[],
  starts: readonly string[],
  forbidden: readonly string[],
): string[] {
  return starts.flatMap((start) => {
    const loaded = loadedAtStart(edges, start);
    return forbidden
      .filter((name) => loaded.has(name))
      .map((name) => `${start} loads ${name} by way of ${loaded.get(name)}`);
  });
}

/** One sentence for each file whose name breaks a rule of style, or that is in no room. */
export function findBadNames(house: House, files: readonly string[]): string[] {
  return files.flatMap((path) => {
    const because = validateName(house, path);
    return because ? [`${path}: ${because}`] : [];
  });
}

/** The room of a file: the deepest folder that the table names; `cli` for `src/cli.ts`, the one file at the top of `src`. */
export function roomOf({ rooms }: Pick<House, "rooms">, path: string): string {
  const parts = path.split("/").slice(0, -1);
  const folders = parts[0] === "src" ? parts.slice(1) : parts;
  for (let depth = folders.length; depth > 0; depth -= 1) {
    const name = folders.slice(0, depth).join("/");
    if (rooms[name]) return name;
  }
  return folders[0] ?? "cli";
}

/** Whether one of these names, as a room lists them, means this room or this file. */
function covers(names: readonly string[], { room, path }: { room: string; path: string }): boolean {
  return names.some((name) => {
    if (!name.endsWith("/*")) return name === room || `src/${name}` === path;
    const family = name.slice(0, -2);
    return room === family || room.startsWith(`${family}/`);
  });
}

function validateRoom(house: House, { from, to, kind }: Edge): string | undefined {
  const [fromRoom, toRoom] = [roomOf(house, from), roomOf(house, to)];
  if (fromRoom === toRoom) return;
  const room = house.rooms[fromRoom];
  if (!room) return `the room ${fromRoom} is not in the table`;
  if (!isFace(toRoom, to) && !house.faces[to]) return `a sub-folder is private to its room`;
  const entry = house.entries[toRoom];
  if (entry !== undefined && to !== entry) return `${toRoom} is entered by ${entry}`;
  const aim = { room: toRoom, path: to };
  if (covers(room.lazily ?? [], aim)) return kind === "static" ? "only on demand" : undefined;
  if (room.imports !== "everything" && !covers(room.imports, aim)) {
    return `${fromRoom} may import ${room.imports.join(", ") || "nothing"}`;
  }
  const insiders = house.internals[to];
  const isFamily = familyOf(fromRoom) === familyOf(toRoom);
  return !insiders || isFamily || insiders.includes(from) ? undefined : "it is internal";
}

function familyOf(room: string): string {
  return room.split("/")[0] ?? room;
}

function validatePackage(house: House, { from, to }: Edge): string | undefined {
  const places = house.packages[to];
  if (!places || places.includes(roomOf(house, from)) || places.includes(from)) return;
  return `${to} belongs to ${places.join(", ") || "nobody"}`;
}

/** A file at the top of its room. */
function isFace(room: string, path: string): boolean {
  const folder = path.startsWith("src/") ? `src/${room}` : room;
  return path.slice(0, path.lastIndexOf("/")) === folder;
}

/** One sentence for each circle of imports, types included: files that cannot be read one after the other. */
export function findCircles(edges: readonly Edge[]): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to, isPackage } of edges) {
    if (!isPackage) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  }
  const reach = (start: string) => {
    const reached = new Set<string>();
    const open = [...(targets.get(start) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(...(targets.get(next) ?? []));
    }
    return reached;
  };
  const reaches = new Map([...targets.keys()].map((file) => [file, reach(file)]));
  const isTogether = (one: string, other: string) =>
    reaches.get(one)?.has(other) === true && reaches.get(other)?.has(one) === true;
  const circles = [...targets.keys()]
    .filter((file) => isTogether(file, file))
    .map((file) => [...targets.keys()].filter((other) => isTogether(file, other)).toSorted());
  return [...new Set(circles.map((files) => files.join(" ↔ ")))];
}

/** The edges between the rooms of the table, as if each were a file: what a room may import, by name. */
export function edgesOfTable({ rooms }: Pick<House, "rooms">): Edge[] {
  return Object.entries(rooms).flatMap(([from, { imports }]) => {
    const names = imports === "everything" ? [] : imports;
    return Object.keys(rooms)
      .filter((room) => room !== from && covers(names, { room, path: "" }))
      .map((to) => ({ from, to, kind: "static", isPackage: false }) as const);
  });
}

function validateName(house: House, path: string): string | undefined {
  // The bundler, the type checker and every rule take the other kinds in another way, or not at all.
  if (!/\.tsx?$/.test(path)) return "neither .ts nor .tsx";
  const name = basename(path).replace(/((\.program)?\.test|\.d)?\.tsx?$/, "");
  const words = path.split("/").slice(0, -1).concat(name);
  if (!words.every((word) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(word))) return "not kebab-case";
  if (name === "index") return "a barrel";
  const vague = words.find((word) =>
    ["util", "utils", "helpers", "types", "common"].includes(word),
  );
  if (vague) return `${vague} says nothing`;
  const room = roomOf(house, path);
  if (!path.startsWith("test/") && !house.rooms[room])
    return `the room ${room} is not in the table`;
  const shared = /^src\/shared\/([^/.]+)/.exec(path)?.[1];
  if (shared && !house.shared[`${shared}.ts`]) return "shared holds it without an argument";
  return;
}
