import { isRecord } from "../is-record.ts";

/** An injected fault. */
export interface Fault {
  /**
   * Method and path, such as "POST /repos/acme/*", without `/api/v3`. `*` matches one segment, `**`
   * any number.
   */
  on: string;
  /** Number of affected requests (default: 1). 0 affects all requests. */
  times?: number;
  /** Number of matching requests to let through before the fault takes effect. */
  after?: number;
  play: Play;
}

export type Play =
  | { kind: "latency"; ms: number }
  | { kind: "status"; status: number; message?: string; headers?: Record<string, string> }
  | { kind: "cut"; when: "before" | "after" }
  /** Replaces the response body, for example with a truncated document or a proxy's page. */
  | { kind: "body"; text: string; status?: number; type?: string }
  | { kind: SimplePlay };

const simplePlays = [
  "signed-out",
  "key-not-ready",
  "not-found",
  "sso",
  "approval-pending",
  "name-taken",
  "code-expired",
  "rate-limited",
  "secondary-limit",
] as const;

type SimplePlay = (typeof simplePlays)[number];

export interface Faults {
  set(faults: readonly Fault[]): void;
  /**
   * Returns the fault for this request and counts its use. Returns undefined if no fault applies.
   */
  match(method: string, path: string): Play | undefined;
}

export function createFaults(): Faults {
  let armed: { fault: Fault; fits: RegExp; seen: number }[] = [];
  return {
    set: (faults) => {
      armed = faults.map((fault) => ({ fault, fits: globToRegExp(fault.on), seen: 0 }));
    },
    match(method, path) {
      for (const each of armed) {
        if (!each.fits.test(`${method} ${path}`)) continue;
        each.seen += 1;
        const { after = 0, times = 1 } = each.fault;
        if (each.seen > after && (times === 0 || each.seen <= after + times))
          return each.fault.play;
      }
      return undefined;
    },
  };
}

function globToRegExp(glob: string): RegExp {
  const source = glob
    .split(/(\*\*|\*)/)
    .map((part) => {
      if (part === "**") return ".*";
      return part === "*" ? "[^/ ]*" : part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
    })
    .join("");
  return new RegExp(`^${source}$`);
}

/** Validates faults that arrived over HTTP. Returns undefined if they are invalid. */
export function parseFaults(value: unknown): Fault[] | undefined {
  return Array.isArray(value) && value.every(isFault) ? value : undefined;
}

function isFault(value: unknown): value is Fault {
  if (!isRecord(value) || typeof value["on"] !== "string") return false;
  const counts = [value["times"], value["after"]];
  return counts.every((n) => n === undefined || Number.isInteger(n)) && isPlay(value["play"]);
}

function isPlay(value: unknown): value is Play {
  if (!isRecord(value)) return false;
  const { kind } = value;
  if (kind === "latency") return typeof value["ms"] === "number";
  if (kind === "status") return Number.isInteger(value["status"]);
  if (kind === "body") return typeof value["text"] === "string";
  if (kind === "cut") return value["when"] === "before" || value["when"] === "after";
  return simplePlays.some((play) => play === kind);
}
