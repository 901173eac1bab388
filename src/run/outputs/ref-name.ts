const longest = 200;

/** Says why a text is no name of a branch; undefined where it is one. @see https://git-scm.com/docs/git-check-ref-format */
export function explainRef(name: string): string | undefined {
  if (name === "") return "is empty";
  if (name.length > longest) return `has more than ${longest} characters`;
  if (/[\p{C}\p{Z}~^:?*[\\]/u.test(name)) return "has a sign in it that no branch's name has";
  if (/\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name) || name === "@") return "is no name of a branch";
  const parts = name.split("/");
  if (parts.some((part) => part.startsWith(".") || part.endsWith(".lock"))) {
    return "is no name of a branch";
  }
  if (name === "HEAD" || name.startsWith("refs/")) return "is no plain name of a branch";
  return undefined;
}
