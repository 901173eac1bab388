import { fault, type Fault } from "../rules/fault.ts";

/** Limit on `**`, because each one doubles the number of globs: see `compilePath`. */
const mostDoubleStars = 6;

/**
 * Parses a pattern for paths in the working directory. Rejects the syntax of other tools, because a
 * pattern with a different meaning would leave a secret visible.
 */
export function parsePathPattern(text: string): string | Fault {
  if (text.trim() === "") return fault("is empty");
  if (/\p{Cc}/u.test(text)) return fault("contains a control character");
  if (/^[/~]/.test(text)) return fault("is not relative to the working directory");
  const names = text.split("/");
  if (names.includes("..")) return fault("leaves the working directory");
  if (text.startsWith("!")) return fault("is an exception, but patterns cannot have exceptions");
  if (/[?[\]{}]/.test(text)) return fault("contains ?, [] or {}, but only * and ** are wildcards");
  return text.split("**").length > mostDoubleStars + 1 ? fault("contains too many **") : text;
}

/** Parses a pattern for hidden paths. The working directory itself cannot be hidden. */
export function parseHiddenPattern(text: string): string | Fault {
  const pattern = parsePathPattern(text);
  const isComplete = text.split("/").every((name) => ["", ".", "**"].includes(name));
  return typeof pattern === "string" && isComplete
    ? fault("covers the complete working directory")
    : pattern;
}
