/**
 * Each of these, set by a line that some step prints, would have a later step of the job run a file, load a library,
 * print what it sends, or trust any server. Jobs that hold a secret have them empty, and nobody can set them there.
 */
export const sealedVariables = [
  "BASH_ENV",
  "LD_PRELOAD",
  "NODE_DEBUG",
  "NODE_OPTIONS",
  "NODE_TLS_REJECT_UNAUTHORIZED",
] as const;
