/**
 * Returns the code of an error from Node or the system, such as ENOENT; undefined if the error does
 * not have a code.
 */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
