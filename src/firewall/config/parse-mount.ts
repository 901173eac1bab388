import { fault, type Fault } from "../rules/fault.ts";

/** A directory or file that is mounted in the container. */
export interface Mount {
  /** The path as written; a relative path is resolved from the caller's directory. */
  readonly source: string;
  /** Absolute path in the container. */
  readonly target: string;
  readonly isReadOnly: boolean;
}

/** Reads `SRC:DST[:ro]`. */
export function parseMount(text: string): Mount | Fault {
  const [source = "", target, mode, ...more] = text.split(":");
  if (source === "" || target === undefined || target === "" || more.length > 0)
    return fault(
      "is not in the form SRC:DST[:ro]",
      target === undefined && source !== "" ? `${text}:${text}` : undefined,
    );
  if (text.includes("\0")) return fault("contains a NUL character");
  if (mode !== undefined && mode !== "ro" && mode !== "rw")
    return fault(`ends in "${mode}"; use ro for read-only`, `${source}:${target}:ro`);
  if (source.startsWith("~")) return fault("begins with ~, which only a shell expands");
  if (!target.startsWith("/")) return fault("has a target that does not begin with /");
  const parts = target.split("/");
  if (parts.includes("..") || parts.every((part) => part === "" || part === "."))
    return fault("has a target that is the root directory or contains ..");
  return { source, target, isReadOnly: mode === "ro" };
}
