import type { Permissions, writeAppCeiling } from "./ceilings.ts";

export const handlers = ["issue", "comment", "pull-request", "dispatch"] as const;

/** Part of gatehouse that applies approved safe outputs of one kind. */
export type Handler = (typeof handlers)[number];

/** Permissions that are within the write App's ceiling. The type checker enforces this. */
type WithinCeiling = {
  readonly [P in keyof typeof writeAppCeiling]?: "read" | (typeof writeAppCeiling)[P];
};

/**
 * The exact permissions of each handler's token:
 *
 * - Comments on pull requests use the issue comment API, but GitHub requires the permission "Pull
 *   requests" for them.
 * - A pull request needs a branch with commits first.
 * - A dispatch does not read the worker's files.
 * @see spec/credentials.md, "Credential roles and precedence", 3
 */
export const handlerPermissions = {
  issue: { issues: "write" },
  comment: { issues: "write", pull_requests: "write" },
  "pull-request": { contents: "write", pull_requests: "write" },
  dispatch: { actions: "write" },
} as const satisfies Readonly<Record<Handler, WithinCeiling & Permissions>>;

export function parseHandler(word: string): Handler | undefined {
  return handlers.find((each) => each === word);
}
