/** What reads a command line throws, help and version with 0: commander's CommanderError. */
export interface UsageError extends Error {
  readonly exitCode: number;
  readonly code: string;
}

/** By its code: who reads no options must not load what does, and a start keeps no names of classes. */
export function isUsageError(error: unknown): error is UsageError {
  const code = error instanceof Error && "exitCode" in error && "code" in error ? error.code : "";
  return typeof code === "string" && code.startsWith("commander.");
}

/** Whether it has printed itself: help and version, and the help of a command that was called without its verb. */
export function isPrinted({ exitCode, code }: UsageError): boolean {
  return exitCode === 0 || code === "commander.help";
}
