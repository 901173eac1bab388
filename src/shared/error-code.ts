/** Returns the code of an error of Node or of the system, such as ENOENT. Other errors have none: undefined. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
