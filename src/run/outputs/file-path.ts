import { brands } from "../../forge/brand.ts";

const longestPath = 1024;
const longestName = 255;

/** Top-level directories that configure GitHub or Azure Pipelines. */
const servicesFolders = [...Object.values(brands).map(({ folder }) => folder), ".azuredevops"];
const definitionsFolder = "agents";
const compilerSettings = "gatehouse.json";

const gitsOwn = new Set([".git", "git~1", ".gitattributes", ".gitmodules", ".lfsconfig"]);

/**
 * Explains why an agent must not change a path; undefined if it can. Rejects files that determine
 * which code runs with the repository's secrets and who must approve changes. A pipeline service
 * reads such files from the pushed branch, before anyone has reviewed it.
 */
export function explainPath(path: string): string | undefined {
  if (path === "") return "is empty";
  if (path.length > longestPath) return `has more than ${longestPath} characters`;
  if (/[\p{Cc}\p{Cf}\u2028\u2029\\]/u.test(path))
    return "contains a character that is not allowed in paths";
  if (path.startsWith("/")) return "is not relative to the repository root";
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) {
    return 'contains an empty segment, "." or ".."';
  }
  if (parts.some(({ length }) => length > longestName)) {
    return `has a segment of more than ${longestName} characters`;
  }
  return explainNames(parts.map(plainName));
}

function explainNames(names: readonly string[]): string | undefined {
  const [top = ""] = names;
  if (names.includes("")) return "has a segment that consists only of dots and spaces";
  if (names.some((name) => gitsOwn.has(name))) return "is reserved by git";
  if (names.some(isShortName)) return "is a short name that Windows resolves to a long one";
  if (names.includes("codeowners")) return "controls who must approve changes";
  if (names.includes(compilerSettings)) return "configures how pipelines are compiled";
  if (servicesFolders.includes(top)) {
    return "configures the repository or its pipelines";
  }
  if (top === definitionsFolder) return "is in the agent definitions directory";
  if (names.some((name) => /\.ya?ml$/.test(name))) {
    return "is a YAML file, which could run as a pipeline before review";
  }
  return undefined;
}

/** Full stops in other scripts that NFKC does not map to a dot. */
const otherDots = /[\u06d4\u0701\u0702\u3002\ua4f8\ua60e]/g;

/** Normalizes a name like a file system that ignores case, trailing dots and trailing spaces. */
function plainName(part: string): string {
  // Some letters share their uppercase form with another letter, such as the dotless i.
  const folded = part.normalize("NFKC").toUpperCase().toLowerCase();
  const [name = ""] = folded.replaceAll(otherDots, ".").split(":");
  return name.replace(/[\s.]+$/, "");
}

/** Returns whether a name is a Windows short name: `GITHUB~1`, `AZURE-~1.YML`. */
function isShortName(name: string): boolean {
  return /^[^.]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/.test(name);
}
