/** What reads a command line throws, help and version with 0: commander's CommanderError. */
export interface UsageError extends Error {
  readonly exitCode: number;
}

/** By its name: who reads no options must not load what does. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === "CommanderError" && "exitCode" in error;
}
