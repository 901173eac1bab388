import { closeSync, fstatSync } from "node:fs";
import { dirname } from "node:path";
import type { PlannedContainer } from "./container-plan.ts";
import { codeOf } from "../../shared/error-code.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { explainRefusal } from "../../shared/file-refusals.ts";
import { openStraight } from "../../shared/open-straight.ts";
import type { Mount } from "./mount.ts";
import { findCovered } from "./mount.ts";

/** A path shown in the container was replaced between planning and start. */
export class ChangedMount extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(path: string, options?: ErrorOptions) {
    super(
      `${path} was replaced while the container was being prepared, so the command was not started.`,
      [
        {
          text: "Make sure that no other session changes this directory, and run the command again",
        },
      ],
      options,
    );
  }
}

/** A path to be shown in the container could not be opened, although it still exists. */
export class UnopenedMount extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(
      `Could not open ${path} for the container, so the command was not started: ${reason}.`,
      [],
      options,
    );
  }
}

/** The file expected at a path in the container before the command starts. */
export interface ExpectedMount {
  readonly target: string;
  readonly kind: "writable" | "read-only" | "hidden" | "empty";
  /**
   * Device and inode of the source. For a hidden file or an empty directory, these are the device
   * and inode of the directory that contains it, because that directory can be shown at any path.
   */
  readonly device: bigint;
  readonly inode: bigint;
}

export interface ExpectedMounts {
  readonly entries: readonly ExpectedMount[];
  /** Closes the sources. As long as they are open, no other file can reuse their inodes. */
  readonly close: () => void;
}

/**
 * Records the files that the checked mounts of a plan currently refer to. The runtime resolves the
 * same paths again. Only a comparison in the container proves that the runtime found the same
 * files.
 * @throws ChangedMount, UnopenedMount
 */
export function expectMounts({ mounts, checked }: PlannedContainer): ExpectedMounts {
  const descriptors: number[] = [];
  const close = () => descriptors.splice(0).forEach((file) => closeSync(file));
  try {
    const entries = mounts.flatMap((mount, at): readonly ExpectedMount[] => {
      const source = checked.includes(mount) ? sourceOf(mount, mounts.slice(0, at)) : undefined;
      if (source === undefined) return [];
      const file = open(source);
      descriptors.push(file);
      const { dev, ino } = fstatSync(file, { bigint: true });
      return [{ target: mount.target, kind: kindOf(mount), device: dev, inode: ino }];
    });
    return { entries, close };
  } catch (error) {
    close();
    throw error;
  }
}

function open(source: string): number {
  try {
    return openStraight(source);
  } catch (cause) {
    const code = codeOf(cause);
    // The path existed during planning, so it has since been deleted or replaced.
    if (code === "ENOENT" || code === "ENOTDIR") throw new ChangedMount(source, { cause });
    throw new UnopenedMount(source, explainRefusal(cause)?.reason ?? String(code), { cause });
  }
}

function sourceOf(mount: Mount, below: readonly Mount[]): string | undefined {
  if (mount.kind === "bind") return mount.source;
  return mount.kind === "link" ? undefined : findCovered(dirname(mount.target), below);
}

function kindOf(mount: Mount): ExpectedMount["kind"] {
  if (mount.kind !== "bind") return mount.kind === "hidden" ? "hidden" : "empty";
  return mount.isWritable ? "writable" : "read-only";
}

/** Encodes the list for the starter in hexadecimal; `starter/verify.h` decodes the list. */
export function encodeExpected(entries: readonly ExpectedMount[]): string {
  const lines = entries.map(
    ({ kind, device, inode, target }) => `${kind.charAt(0)} ${device} ${inode} ${target}\0`,
  );
  return Buffer.from(lines.join("")).toString("hex");
}
