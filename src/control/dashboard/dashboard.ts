import type { Reminder } from "../review/reminders.ts";
import type { StatusDocument } from "../review/status-document.ts";
import type { CapacityItem } from "./capacity-items.ts";
import type { GateItem } from "./gate-item.ts";
import type { RunItem } from "./run-items.ts";

/** What `dashboard --json` prints. */
export interface Dashboard {
  readonly gate: GateItem;
  readonly runs: readonly RunItem[];
  readonly capacity: readonly CapacityItem[];
  readonly credentials: readonly CredentialItem[];
}

/** How a stored credential is, and what there is to do about it. */
export interface CredentialItem {
  readonly credential: "read-app" | "write-app" | "pat";
  readonly state: "good" | "due" | "wrong" | "unknown";
  /** The App's slug, where it is known. */
  readonly app: string | null;
  readonly because: string;
  /** When it ends. ISO 8601, UTC */
  readonly expiresAt: string | null;
}

const states = { proved: "good", wrong: "wrong", missing: "wrong", unknown: "unknown" } as const;

/** Those that were chosen, by what `status` says of them. */
export function listCredentials({
  installations,
  profile,
  reminders,
  wrong,
}: Pick<StatusDocument, "installations" | "profile" | "reminders" | "wrong">): CredentialItem[] {
  const apps = installations.map(({ role, app, state, because }): CredentialItem => ({
    credential: `${role}-app`,
    state: states[state],
    app: app ?? null,
    because,
    expiresAt: null,
  }));
  return profile?.profile === "pat" ? [...apps, describePat(reminders, wrong)] : apps;
}

function describePat(
  reminders: readonly Reminder[],
  wrong: StatusDocument["wrong"],
): CredentialItem {
  const [reminder] = reminders;
  const failed = wrong.find(({ id }) => id.startsWith("pat"));
  const state = failed || reminder?.state === "expired" ? "wrong" : reminder ? "due" : "good";
  const because = reminder?.say ?? failed?.title ?? "nothing is wrong with it";
  const expiresAt = reminder?.expiresAt ?? null;
  return { credential: "pat", state, app: null, because, expiresAt };
}
