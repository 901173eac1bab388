import { closeSync, fstatSync } from "node:fs";
import { dirname } from "node:path";
import type { PlannedContainer } from "./container-plan.ts";
import { codeOf } from "../../shared/error-code.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { explainRefusal } from "../../shared/json-file.ts";
import { openStraight } from "../../shared/open-straight.ts";
import type { Mount } from "./mount.ts";
import { findCovered } from "./still-there.ts";

/** Between planning and start-up, a path that the container shows was given to another file. */
export class ChangedMount extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(path: string, options?: ErrorOptions) {
    super(
      `${path} was replaced while the container was being prepared, so the command was not started.`,
      [
        {
          say: "Make sure that no other session changes this directory, and run the command again",
        },
      ],
      options,
    );
  }
}

/** A path that the container should show could not be opened, although no other file took its place. */
export class UnopenedMount extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(path: string, because: string, options?: ErrorOptions) {
    super(
      `Could not open ${path} for the container, so the command was not started: ${because}.`,
      [],
      options,
    );
  }
}

/** What has to be at a path inside before the command starts. */
export interface ExpectedMount {
  readonly target: string;
  readonly kind: "writable" | "read-only" | "hidden";
  /** Device and inode of the source; of a hidden file those of the directory around it, which may have any path. */
  readonly device: bigint;
  readonly inode: bigint;
}

export interface ExpectedMounts {
  readonly entries: readonly ExpectedMount[];
  /** Until then no other file can get the inodes. */
  readonly close: () => void;
}

/**
 * Records what the checked mounts of a plan show now. The runtime resolves the same paths again, and only a comparison
 * inside shows that it found the same files there.
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
    // It existed when it was planned; a link in its path is not a directory here.
    if (code === "ENOENT" || code === "ENOTDIR") throw new ChangedMount(source, { cause });
    throw new UnopenedMount(source, explainRefusal(cause)?.because ?? String(code), { cause });
  }
}

function sourceOf(mount: Mount, below: readonly Mount[]): string | undefined {
  if (mount.kind === "bind") return mount.source;
  return mount.kind === "hidden" ? findCovered(dirname(mount.target), below) : undefined;
}

function kindOf(mount: Mount): ExpectedMount["kind"] {
  if (mount.kind !== "bind") return "hidden";
  return mount.isWritable ? "writable" : "read-only";
}

/** The list as the starter reads it, as hexadecimal digits; `starter/verify.h` has the other side. */
export function encodeExpected(entries: readonly ExpectedMount[]): string {
  const lines = entries.map(
    ({ kind, device, inode, target }) => `${kind.charAt(0)} ${device} ${inode} ${target}\0`,
  );
  return Buffer.from(lines.join("")).toString("hex");
}
