import type { User } from "../../shared/invoking-user.ts";
import type { LogEntry } from "./log-entry.ts";
import { mkdtempSync, appendFileSync, mkdirSync } from "node:fs";
export interface AccessLog {
  readonly folder: string;
  readonly write: (entry: LogEntry) => void;
  missed(): string | undefined;
  close(): Promise<void>;
}
export function openLog(options: {
  run: Date;
  folder: string | undefined;
  owner: User | undefined;
  level: string;
}): AccessLog {
  const folder = options.folder ?? mkdtempSync("/tmp/proxy-logs-");
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    write: (entry) => appendFileSync(`${folder}/decisions.jsonl`, `${JSON.stringify(entry)}\n`),
    missed: () => undefined,
    close: async () => undefined,
  };
}
