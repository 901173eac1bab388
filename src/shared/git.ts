import type { Command } from "./run-command.ts";

/**
 * An agent may have written the repository's Git configuration, so programs named in it are not
 * run.
 */
export const git: Command = {
  program: [
    "git",
    "--no-pager",
    ...["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.sshCommand=false"].flatMap(
      (setting) => ["-c", setting],
    ),
    "-c",
    "credential.helper=",
  ],
  environment: { LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
};
