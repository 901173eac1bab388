/** One thing that stands in the container's file system. Later ones lie over earlier ones. */
export type Mount =
  | {
      readonly kind: "bind";
      readonly source: string;
      readonly target: string;
      readonly isWritable: boolean;
    }
  /** An empty folder of its own, in memory. */
  | { readonly kind: "empty"; readonly target: string; readonly isWritable: boolean }
  | { readonly kind: "link"; readonly target: string; readonly to: string }
  /** A file of the host that reads as empty, a socket of its that takes nobody. */
  | { readonly kind: "hidden"; readonly target: string };

export function bind(source: string, target = source): Mount {
  return { kind: "bind", source, target, isWritable: false };
}

export function bindWritable(source: string, target = source): Mount {
  return { kind: "bind", source, target, isWritable: true };
}

/** The folders and files of this machine that the command may write to. */
export function writableSources(mounts: readonly Mount[]): readonly string[] {
  return mounts.flatMap((mount) =>
    mount.kind === "bind" && mount.isWritable ? [mount.source] : [],
  );
}
