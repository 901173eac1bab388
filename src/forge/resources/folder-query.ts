/** GraphQL fragments for the fields below. */
export const folderFragments = [
  "fragment Text on Blob{text isBinary isTruncated}",
  "fragment Deep on Tree{entries{name object{...Text}}}",
  "fragment Top on Tree{entries{name object{...Text ...Deep}}}",
];

/**
 * Builds the GraphQL fields that query all files under a directory on the default branch. Files
 * outside that directory use the aliases `b0`, `b1` …
 */
export function writeFolderFields(folder: string, additional: readonly string[]): string {
  const at = (path: string) => `object(expression:${JSON.stringify(`HEAD:${path}`)})`;
  const files = additional.map((path, index) => `b${index}:${at(path)}{...Text}`);
  return `folder:${at(folder)}{...Top} ${files.join(" ")}`;
}

/** Builds a complete query from the fields of `writeFolderFields`. */
export function writeFolderQuery(
  fullName: string,
  folder: string,
  additional: readonly string[],
): string {
  const [owner, name] = fullName.split("/").map((part) => JSON.stringify(part));
  const fields = writeFolderFields(folder, additional);
  return [...folderFragments, `query{repository(owner:${owner},name:${name}){${fields}}}`].join(
    " ",
  );
}
