import { basename } from "node:path";
import { loadedAtStart, type Edge } from "./import-graph.ts";

/** What a room may import: other rooms whole (`shared`), one file of a room (`forge/brand.ts`), or everything. */
export interface Room {
  readonly imports: readonly string[] | "everything";
  /** Reached with `await import(…)` only. */
  readonly lazily?: readonly string[];
}

export interface House {
  readonly rooms: Readonly<Record<string, Room>>;
  /** Files below a sub-folder that other rooms may import all the same, and why. */
  readonly faces: Readonly<Record<string, string>>;
  /** Packages that belong to some rooms or files only. */
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** What the files of `shared` are there for. */
  readonly shared: Readonly<Record<string, string>>;
  /** Parts of Node and packages that act on the world: no flow loads them. */
  readonly effects: readonly string[];
}

/** One sentence for each import that the house does not allow. */
export function findForbiddenImports(house: House, edges: readonly Edge[]): string[] {
  return edges.flatMap((edge) => {
    const because = edge.isPackage ? judgePackage(house, edge) : judgeRoom(house, edge);
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

/** One sentence for each file whose name or place breaks a rule of style. */
export function findBadNames(house: House, files: readonly string[]): string[] {
  return files.flatMap((path) => {
    const because = judgeName(house, path);
    return because ? [`${path}: ${because}`] : [];
  });
}

/** The room of a file: `credentials` for `src/credentials/keychain/helper/helper.ts`, `cli` for what is at the top of `src`. */
export function roomOf(path: string): string {
  const [top = "", room = ""] = path.split("/");
  if (top !== "src") return top;
  return room.includes(".") ? "cli" : room;
}

function judgeRoom(house: House, { from, to, kind }: Edge): string | undefined {
  const [fromRoom, toRoom] = [roomOf(from), roomOf(to)];
  if (fromRoom === toRoom) return;
  const room = house.rooms[fromRoom];
  if (!room) return `the room ${fromRoom} is not in the table`;
  if (!isFace(to) && !house.faces[to]) return `a sub-folder is private to its room`;
  const covers = (names: readonly string[]) =>
    names.some((name) => name === toRoom || `src/${name}` === to);
  if (covers(room.lazily ?? [])) return kind === "static" ? "only on demand" : undefined;
  if (room.imports === "everything" || covers(room.imports)) return;
  return `${fromRoom} may import ${room.imports.join(", ") || "nothing"}`;
}

function judgePackage(house: House, { from, to }: Edge): string | undefined {
  const places = house.packages[to];
  if (!places || places.includes(roomOf(from)) || places.includes(from)) return;
  return `${to} belongs to ${places.join(", ")}`;
}

/** A file at the top of a room, or at the top of one wizard's folder in `flows`. */
function isFace(path: string): boolean {
  return path.split("/").length <= (path.startsWith("components/") ? 2 : 3);
}

function judgeName(house: House, path: string): string | undefined {
  const name = basename(path).replace(/(\.test)?\.(tsx?|mjs)$/, "");
  const words = path.split("/").slice(0, -1).concat(name);
  if (!words.every((word) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(word))) return "not kebab-case";
  if (name === "index") return "a barrel";
  const vague = words.find((word) =>
    ["util", "utils", "helpers", "types", "common"].includes(word),
  );
  if (vague) return `${vague} says nothing`;
  const shared = /^src\/shared\/([^/.]+)/.exec(path)?.[1];
  if (shared && !house.shared[`${shared}.ts`]) return "shared holds it without an argument";
  return;
}
