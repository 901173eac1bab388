import { codeOf } from "./error-code.ts";

/** File and directory errors that a person can fix, by error code. */
const refusals: Readonly<Record<string, { reason: string; text: string }>> = {
  EACCES: {
    reason: "permission denied",
    text: "Give this user access to the file and its directory",
  },
  EPERM: {
    reason: "permission denied",
    text: "Give this user access to the file and its directory",
  },
  EROFS: { reason: "the file system is read-only", text: "Make the file system writable" },
  ENOSPC: { reason: "the disk is full", text: "Free disk space" },
  EDQUOT: { reason: "the disk quota is exceeded", text: "Free disk space" },
  EISDIR: { reason: "it is a directory", text: "Move the directory" },
  ENOTDIR: {
    reason: "part of the path is not a directory",
    text: "Move the file that is in the way, or use another path",
  },
  ENOENT: { reason: "part of the path does not exist", text: "Use another path" },
  ENAMETOOLONG: { reason: "the name is too long", text: "Use a shorter name" },
  ELOOP: { reason: "a link in the path points to itself", text: "Use another path" },
  // A file exists at the path of a directory that must be created.
  EEXIST: {
    reason: "part of the path is not a directory",
    text: "Move the file that is in the way, or use another path",
  },
};

/** Returns undefined for an error that the user cannot fix. */
export function explainRefusal(error: unknown): { reason: string; text: string } | undefined {
  return refusals[codeOf(error) ?? ""];
}

/** Returns the reason why a file could not be read, such as "permission denied". */
export function explainReadFailure(error: unknown): string {
  const code = codeOf(error);
  if (code === "ENOENT") return "not found";
  return explainRefusal(error)?.reason ?? code ?? "unknown error";
}
