import { readFileSync } from "node:fs";

const names = [
  "gh",
  "chromium",
  "strace",
  "dbusRunSession",
  "dbusTestTool",
  "gnomeKeyringDaemon",
  "libsecret",
  "locale",
  "python",
  "bwrap",
  "podman",
  "runc",
  "sudo",
  "shellcheck",
  "bash",
  "zsh",
  "fish",
  "mandoc",
  "wget",
  "nghttp",
  "grpcPython",
  "requestsPython",
  "gcc",
  "gccArm64",
] as const;

/** Real programs that tests use, as absolute paths, and the name of a UTF-8 locale. */
export type Machine = Readonly<Record<(typeof names)[number], string>>;

const record = new URL("../../.cache/machine.json", import.meta.url);

/** @throws if the machine is not prepared, because a real test must fail rather than be skipped */
export function machine(): Machine {
  const found = readRecord();
  const missing = names.filter((name) => typeof found[name] !== "string");
  if (missing.length === 0) return found as Machine;
  throw new Error(
    `This machine has no ${missing.join(", ")}. Run: node scripts/prepare-machine.mjs`,
  );
}

function readRecord(): Partial<Record<string, unknown>> {
  try {
    return JSON.parse(readFileSync(record, "utf8")) as Record<string, unknown>;
  } catch {
    return {};
  }
}
