/** Whether a path is a folder or lies in it. Both absolute, without dots. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === "/" || path.startsWith(`${folder}/`);
}
