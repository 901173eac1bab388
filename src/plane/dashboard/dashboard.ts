import { patSecret } from "../../credentials/records.ts";
import type { StatusDocument } from "../verify/status-document.ts";
import type { CapacityItem } from "./capacity-items.ts";
import type { GateItem } from "./gate-item.ts";
import type { RunItem } from "./run-items.ts";

/** The output of `dashboard --json`. */
export interface Dashboard {
  readonly gate: GateItem;
  readonly runs: readonly RunItem[];
  readonly capacity: readonly CapacityItem[];
  readonly credentials: readonly CredentialItem[];
}

/** The state of a stored credential, and the reason for that state. */
export interface CredentialItem {
  readonly credential: "read-app" | "write-app" | "pat";
  readonly state: "good" | "due" | "wrong" | "unknown";
  /** The App's slug; null if unknown. */
  readonly app: string | null;
  readonly reason: string;
  /** Time of expiry (ISO 8601, UTC). */
  readonly expiresAt: string | null;
}

const states = { proved: "good", wrong: "wrong", missing: "wrong", unknown: "unknown" } as const;

/** Lists the chosen credentials, with their state from `status`. */
export function listCredentials(
  status: Pick<StatusDocument, "installations" | "profile" | "records" | "reminders" | "wrong">,
): CredentialItem[] {
  const apps = status.installations.map(({ role, app, state, reason }): CredentialItem => ({
    credential: `${role}-app`,
    state: states[state],
    app: app ?? null,
    reason,
    expiresAt: null,
  }));
  return status.profile?.profile === "pat" ? [...apps, describePat(status)] : apps;
}

function describePat({
  profile,
  records,
  reminders: [reminder],
  wrong,
}: Pick<StatusDocument, "profile" | "records" | "reminders" | "wrong">): CredentialItem {
  const item = { credential: "pat", app: null, expiresAt: profile?.expiresAt ?? null } as const;
  const failed = wrong.find(({ id }) => id.startsWith("pat"));
  if (failed) return { ...item, state: "wrong", reason: failed.evidence.join(" ") };
  const stored = records.find(({ name, kind }) => name === patSecret && kind === "secret");
  if (stored?.state === "missing") return { ...item, state: "wrong", reason: "it is not stored" };
  if (reminder) {
    return {
      ...item,
      state: reminder.state === "expired" ? "wrong" : "due",
      reason: reminder.text,
    };
  }
  if (stored?.state !== "set" || item.expiresAt === null) {
    return { ...item, state: "unknown", reason: "not visible to this account" };
  }
  const ends = `stored; it expires on ${item.expiresAt.slice(0, 10)}`;
  return { ...item, state: "good", reason: stored.reason ? `${ends}; ${stored.reason}` : ends };
}
