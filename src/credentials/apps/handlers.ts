import type { Permissions, writeAppCeiling } from "./ceilings.ts";

export const handlers = ["issue", "comment", "pull-request", "dispatch"] as const;

/** What carries out an approved safe output of one kind. */
export type Handler = (typeof handlers)[number];

/** Permissions that are within the write App's ceiling, by their type already. */
type WithinCeiling = {
  readonly [P in keyof typeof writeAppCeiling]?: "read" | (typeof writeAppCeiling)[P];
};

/**
 * What each handler's token may do, and no more:
 *
 * - A comment on a pull request is an issue's comment by its address, and the forge wants Pull requests for it.
 * - A pull request is a branch with commits first.
 * - A dispatch reads nothing of the worker.
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
