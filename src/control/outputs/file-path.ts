import { brands } from "../../forge/brand.ts";

const longestPath = 1024;
const longestName = 255;

/** What no agent changes: it decides what runs with the repository's secrets, and who has to agree. */
const guarded = Object.values(brands).map(({ folder }) => [folder, "workflows"]);

/** Says why a path is none that an agent may change; undefined where it is one. */
export function explainPath(path: string): string | undefined {
  if (path === "") return "is empty";
  if (path.length > longestPath) return `has more than ${longestPath} characters`;
  if (/[\p{Cc}\p{Cf}\u2028\u2029\\]/u.test(path)) return "has a sign in it that no path needs";
  if (path.startsWith("/")) return "is not relative to the top of the repository";
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) {
    return 'has an empty part, "." or ".." in it';
  }
  if (parts.some(({ length }) => length > longestName)) {
    return `has a part of more than ${longestName} characters`;
  }
  const names = parts.map(plainName);
  if (names.some((name) => name === ".git" || name === "git~1")) return "is git's own";
  if (names.includes("codeowners")) return "says who has to agree to changes";
  if (guarded.some((folder) => meets(names, folder))) return "is in the folder of workflows";
  return undefined;
}

/** As file systems read it that make no difference between cases, and leave away what a name ends with. */
function plainName(part: string): string {
  const [name = ""] = part.normalize("NFKC").toLowerCase().split(":");
  return name.replace(/[ .]+$/, "");
}

/** Whether a path lies in a folder, or takes the place of it or of one that it is in. */
function meets(names: readonly string[], folder: readonly string[]): boolean {
  const shared = Math.min(names.length, folder.length);
  return folder.slice(0, shared).every((name, index) => names[index] === name);
}
