import { brands } from "../../forge/brand.ts";

const longestPath = 1024;
const longestName = 255;

/** Of the top: what the forge reads, and what the pipeline service reads besides. */
const servicesFolders = [...Object.values(brands).map(({ folder }) => folder), ".azuredevops"];
const definitionsFolder = "agents";
const compilerSettings = "gatehouse.json";

const gitsOwn = new Set([".git", "git~1", ".gitattributes", ".gitmodules", ".lfsconfig"]);

/**
 * Says why a path is none that an agent may change; undefined where it is one. What decides what runs with the repository's
 * secrets, and who has to agree to it, is none: a pipeline service takes it from the branch that is pushed, before anybody has
 * looked at it.
 */
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
  return explainNames(parts.map(plainName));
}

function explainNames(names: readonly string[]): string | undefined {
  const [top = ""] = names;
  if (names.includes("")) return "has a part of dots and blanks alone";
  if (names.some((name) => gitsOwn.has(name))) return "is git's own";
  if (names.some(isShortName)) return "is a short name, which Windows takes for a long one";
  if (names.includes("codeowners")) return "says who has to agree to changes";
  if (names.includes(compilerSettings)) return "says what pipelines are made of";
  if (servicesFolders.includes(top)) {
    return "tells the forge or the pipeline service what to do";
  }
  if (top === definitionsFolder) return "is in the folder of agent definitions";
  if (names.some((name) => /\.ya?ml$/.test(name))) {
    return "is YAML, which a pipeline service may run before anybody has looked at it";
  }
  return undefined;
}

/** Full stops of other scripts, which compatibility makes none. */
const otherDots = /[\u06d4\u0701\u0702\u3002\ua4f8\ua60e]/g;

/** As file systems read it that make no difference between cases, and leave away what a name ends with. */
function plainName(part: string): string {
  // Some letters have another one's capital: a dotless i.
  const folded = part.normalize("NFKC").toUpperCase().toLowerCase();
  const [name = ""] = folded.replaceAll(otherDots, ".").split(":");
  return name.replace(/[\s.]+$/, "");
}

/** `GITHUB~1`, `AZURE-~1.YML` */
function isShortName(name: string): boolean {
  return /^[^.]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/.test(name);
}
