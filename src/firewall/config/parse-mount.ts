import { fault, type Fault } from "../rules/fault.ts";

/** A folder or file that is shown inside. */
export interface Mount {
  /** As it was written; a relative one begins at the caller's folder. */
  readonly source: string;
  /** Where it stands inside: absolute. */
  readonly target: string;
  readonly isReadOnly: boolean;
}

/** Reads `SRC:DST[:ro]`. */
export function parseMount(text: string): Mount | Fault {
  const [source = "", target, mode, ...more] = text.split(":");
  if (source === "" || target === undefined || target === "" || more.length > 0)
    return fault(
      "is not SRC:DST[:ro]",
      target === undefined && source !== "" ? `${text}:${text}` : undefined,
    );
  if (text.includes("\0")) return fault("has a NUL in it");
  if (mode !== undefined && mode !== "ro" && mode !== "rw")
    return fault(`ends in "${mode}"; there is ro, for read-only`, `${source}:${target}:ro`);
  if (source.startsWith("~")) return fault("begins with ~, which only a shell knows");
  if (!target.startsWith("/")) return fault("has a place inside that does not begin with /");
  const parts = target.split("/");
  if (parts.includes("..") || parts.every((part) => part === "" || part === "."))
    return fault("has a place inside that is no folder of its own");
  return { source, target, isReadOnly: mode === "ro" };
}
