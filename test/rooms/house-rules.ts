import { basename } from "node:path";
import { loadedAtStart, type Edge } from "./import-graph.ts";

/**
 * Allowed imports of a room: another room (`shared`), a room and the rooms below it (`forge/*`), one file
 * (`forge/brand.ts`), or everything.
 */
export interface Room {
  readonly imports: readonly string[] | "everything";
  /** Rooms that it can import only with `await import(…)`. */
  readonly lazily?: readonly string[];
}

export interface House {
  readonly rooms: Readonly<Record<string, Room>>;
  /** Files in private sub-folders that other rooms can import anyway, with the reason. */
  readonly faces: Readonly<Record<string, string>>;
  /** The only file of a room that other rooms can import. */
  readonly entries: Readonly<Record<string, string>>;
  /** Files at the top of a room that only its family can import, with the exceptions. */
  readonly internals: Readonly<Record<string, readonly string[]>>;
  /** Packages and parts of Node that only some rooms or files can import. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** Reason for each file of `shared`. */
  readonly shared: Readonly<Record<string, string>>;
  /** Modules with effects. A flow must not load them, directly or through other files. */
  readonly effects: readonly string[];
}

/** Reports each import that the table does not allow. */
export function findForbiddenImports(house: House, edges: readonly Edge[]): string[] {
  return edges.flatMap((edge) => {
    const reason = edge.isPackage ? validatePackage(house, edge) : validateRoom(house, edge);
    return reason ? [`${edge.from} imports ${edge.to} (${edge.kind}): ${reason}`] : [];
  });
}

/** Reports each forbidden module that a file loads at its start, directly or through other files. */
export function findForbiddenLoads(
  edges: readonly Edge[],
  starts: readonly string[],
  forbidden: readonly string[],
): string[] {
  return starts.flatMap((start) => {
    const loaded = loadedAtStart(edges, start);
    return forbidden
      .filter((name) => loaded.has(name))
      .map((name) => `${start} loads ${name} through ${loaded.get(name)}`);
  });
}

/** Reports each file with an invalid name or without a room. */
export function findBadNames(house: House, files: readonly string[]): string[] {
  return files.flatMap((path) => {
    const reason = validateName(house, path);
    return reason ? [`${path}: ${reason}`] : [];
  });
}

/** Returns the room of a file: the deepest listed folder, or `cli` for files at the top of `src`. */
export function roomOf({ rooms }: Pick<House, "rooms">, path: string): string {
  const parts = path.split("/").slice(0, -1);
  const folders = parts[0] === "src" ? parts.slice(1) : parts;
  for (let depth = folders.length; depth > 0; depth -= 1) {
    const name = folders.slice(0, depth).join("/");
    if (rooms[name]) return name;
  }
  return folders[0] ?? "cli";
}

/** Returns whether a list of allowed imports includes this room or file. */
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
  if (!room) return `room ${fromRoom} is not in the table`;
  if (!isFace(toRoom, to) && !house.faces[to]) return `sub-folders are private to their room`;
  const entry = house.entries[toRoom];
  if (entry !== undefined && to !== entry) return `other rooms can import only ${entry}`;
  const aim = { room: toRoom, path: to };
  if (covers(room.lazily ?? [], aim))
    return kind === "static" ? "must be imported on demand" : undefined;
  if (room.imports !== "everything" && !covers(room.imports, aim)) {
    return `${fromRoom} can import only ${room.imports.join(", ") || "its own files"}`;
  }
  const insiders = house.internals[to];
  const isFamily = familyOf(fromRoom) === familyOf(toRoom);
  return !insiders || isFamily || insiders.includes(from) ? undefined : "the file is internal";
}

function familyOf(room: string): string {
  return room.split("/")[0] ?? room;
}

function validatePackage(house: House, { from, to }: Edge): string | undefined {
  const locations = house.packages[to];
  if (!locations || locations.includes(roomOf(house, from)) || locations.includes(from)) return;
  return `only ${locations.join(", ") || "tests"} can import ${to}`;
}

/** Returns whether a file is at the top of its room. */
function isFace(room: string, path: string): boolean {
  const folder = path.startsWith("src/") ? `src/${room}` : room;
  return path.slice(0, path.lastIndexOf("/")) === folder;
}

/** Reports each group of files that import each other, including imports of types. */
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

/** Returns the allowed imports as edges between rooms, as if each room were a file. */
export function edgesOfTable({ rooms }: Pick<House, "rooms">): Edge[] {
  return Object.entries(rooms).flatMap(([from, { imports }]) => {
    const names = imports === "everything" ? [] : imports;
    return Object.keys(rooms)
      .filter((room) => room !== from && covers(names, { room, path: "" }))
      .map((to) => ({ from, to, kind: "static", isPackage: false }) as const);
  });
}

function validateName(house: House, path: string): string | undefined {
  // The bundler, the type checker and the rules treat other file types differently or ignore them.
  if (!/\.tsx?$/.test(path)) return "not a .ts or .tsx file";
  const name = basename(path).replace(/((\.program)?\.test|\.d)?\.tsx?$/, "");
  const words = path.split("/").slice(0, -1).concat(name);
  if (!words.every((word) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(word))) return "not kebab-case";
  if (name === "index") return "index files are not allowed";
  const vague = words.find((word) =>
    ["util", "utils", "helpers", "types", "common"].includes(word),
  );
  if (vague) return `"${vague}" is too vague`;
  const room = roomOf(house, path);
  if (!path.startsWith("test/") && !house.rooms[room]) return `room ${room} is not in the table`;
  const shared = /^src\/shared\/([^/.]+)/.exec(path)?.[1];
  if (shared && !house.shared[`${shared}.ts`])
    return "test/rooms/shared-files.ts gives no reason for it";
  return;
}
