/**
 * Variables that would let the output of one step make a later step run a file, load a library, log
 * its requests, or trust any server. In jobs with a secret, these variables are empty and
 * read-only.
 */
export const sealedVariables = [
  "BASH_ENV",
  "LD_PRELOAD",
  "NODE_DEBUG",
  "NODE_OPTIONS",
  "NODE_TLS_REJECT_UNAUTHORIZED",
  // With SHELLOPTS=xtrace, bash runs the commands in PS4 before each command of a script. SHELLOPTS
  // cannot be sealed: in the environment, it would pass a script's own options on to other scripts.
  "PS4",
] as const;
