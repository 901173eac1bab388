import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FirewallOptions, Lab } from "./lab.ts";

export interface AllowedSudo {
  /** Options of a run by `nobody` whose container only sudo can create. */
  readonly run: FirewallOptions;
  readonly remove: () => void;
}

/**
 * Lets `nobody` use sudo without a password, and hides the rootless bubblewrap behind one that
 * fails.
 */
export function allowSudo(lab: Lab): AllowedSudo {
  const rule = `/etc/sudoers.d/gatehouse-${randomUUID()}`;
  writeFileSync(rule, "nobody ALL=(root) NOPASSWD: ALL\n", { mode: 0o440 });
  const bin = join(lab.folder, `refusing-${randomUUID()}`);
  mkdirSync(bin);
  writeFileSync(join(bin, "bwrap"), "#!/bin/sh\necho 'setting up uid map' >&2\nexit 1\n");
  chmodSync(join(bin, "bwrap"), 0o755);
  return {
    run: { as: "nobody", env: { PATH: `${bin}:/usr/bin:/bin` } },
    remove: () => rmSync(rule, { force: true }),
  };
}
