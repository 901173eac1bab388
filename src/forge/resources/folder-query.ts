/**
 * One query for the text of files of the default branch: those directly in a folder and in the folders in it, and some
 * by their paths (`f0`, `f1` …).
 */
export function writeFolderQuery(
  fullName: string,
  folder: string,
  paths: readonly string[],
): string {
  const [owner, name] = fullName.split("/").map((part) => JSON.stringify(part));
  const at = (path: string) => `object(expression:${JSON.stringify(`HEAD:${path}`)})`;
  const files = paths.map((path, index) => `f${index}:${at(path)}{...Text}`);
  return [
    "fragment Text on Blob{text isBinary isTruncated}",
    "fragment Deep on Tree{entries{name object{...Text}}}",
    "fragment Top on Tree{entries{name object{...Text ...Deep}}}",
    `query{repository(owner:${owner},name:${name}){folder:${at(folder)}{...Top} ${files.join(" ")}}}`,
  ].join(" ");
}
