const longest = 200;

/**
 * Explains why a string is not a valid branch name; undefined if it is valid.
 * @see https://git-scm.com/docs/git-check-ref-format
 */
export function explainRef(name: string): string | undefined {
  if (name === "") return "is empty";
  if (name.length > longest) return `has more than ${longest} characters`;
  if (/[\p{C}\p{Z}~^:?*[\\]/u.test(name))
    return "contains a character that is not allowed in branch names";
  if (/\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name) || name === "@") return "is not a valid branch name";
  const parts = name.split("/");
  if (parts.some((part) => part.startsWith(".") || part.endsWith(".lock"))) {
    return "is not a valid branch name";
  }
  if (name === "HEAD" || name.startsWith("refs/")) return "is not a plain branch name";
  return undefined;
}
