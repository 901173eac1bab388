import { compareNames } from "./fleet-list.ts";
import type { KeptLook, KeptLooks } from "./look-file.ts";

type Status = NonNullable<KeptLook["status"]>;
type Check = NonNullable<KeptLook["verify"]>["checks"][number];

/** One control repository, as far as its job could tell. */
export interface FleetMember {
  readonly repo: string;
  /** `complete` is said without a run: that the stored keys work, only a run can tell. */
  readonly state: "complete" | "incomplete" | "unreadable";
  /** As `status` calls it; null where it could not be read. */
  readonly standing: string | null;
  /** Why it could not be read. */
  readonly because: string | null;
  /** ISO 8601; null where its job left nothing. */
  readonly lookedAt: string | null;
  readonly credential: KeptLook["credential"];
  /** What the fleet's App may not read of it. */
  readonly ungranted: readonly string[];
  readonly failing: readonly Pick<Check, "id" | "title" | "evidence">[];
  /** Checks that nobody could judge, those that only a run can tell among them. */
  readonly unknown: number;
  readonly expiring: Status["reminders"];
  readonly next: Status["next"];
}

/** What `fleet report --json` prints. Its schema is `fleet-report.schema.json`. */
export interface FleetReport {
  readonly version: 1;
  /** ISO 8601. */
  readonly reportedAt: string;
  readonly needsPerson: boolean;
  readonly counts: Readonly<Record<FleetMember["state"], number>>;
  /** The most urgent first. */
  readonly repositories: readonly FleetMember[];
  /** Files among what was kept that nobody understands. */
  readonly strays: readonly string[];
}

/**
 * Says what all looks come to. Each repository that is expected is in it, whether its job left something or not.
 * @param expected full names
 */
export function composeFleetReport(
  { looks, strays }: KeptLooks,
  expected: readonly string[],
  now: Date,
): FleetReport {
  const latest = new Map<string, KeptLook>();
  for (const look of looks) {
    const key = look.repo.toLowerCase();
    const other = latest.get(key);
    if (!other || other.lookedAt < look.lookedAt) latest.set(key, look);
  }
  const keys = new Set(expected.map((name) => name.toLowerCase()));
  const others = [...latest.values()].filter(({ repo }) => !keys.has(repo.toLowerCase()));
  const members = [
    ...expected.map((repo) => judgeLook(repo, latest.get(repo.toLowerCase()))),
    ...others.map((look) => judgeLook(look.repo, look)),
  ];
  const count = (state: FleetMember["state"]) =>
    members.filter((member) => member.state === state).length;
  return {
    version: 1,
    reportedAt: now.toISOString(),
    needsPerson: strays.length > 0 || members.some(needsPerson),
    counts: {
      complete: count("complete"),
      incomplete: count("incomplete"),
      unreadable: count("unreadable"),
    },
    repositories: members.toSorted(byUrgency),
    strays,
  };
}

export function needsPerson({ state, expiring }: FleetMember): boolean {
  return state !== "complete" || expiring.length > 0;
}

function judgeLook(repo: string, look: KeptLook | undefined): FleetMember {
  const { status, verify } = look ?? {};
  const checks = verify?.checks ?? [];
  const failing = checks.filter(({ state }) => state === "fail");
  const isWhole = status?.complete === true || status?.lacksOnlyProof === true;
  const read = isWhole && failing.length === 0 ? "complete" : "incomplete";
  const isRead = status && verify;
  const because = look ? (look.because ?? "its job does not say why") : "its job left no report";
  return {
    repo,
    state: isRead ? read : "unreadable",
    standing: isRead ? status.standing : null,
    because: isRead ? null : because,
    lookedAt: look?.lookedAt ?? null,
    credential: look?.credential ?? null,
    ungranted: look?.ungranted ?? [],
    failing: failing.map(({ id, title, evidence }) => ({ id, title, evidence })),
    unknown: checks.filter(({ state }) => state === "unknown").length,
    expiring: status?.reminders ?? [],
    next: status?.next ?? [],
  };
}

/** What is over comes first, then what nobody can see, what is wrong, and what will be over soon. */
function byUrgency(one: FleetMember, other: FleetMember): number {
  return (
    rankOf(one) - rankOf(other) ||
    soonest(one) - soonest(other) ||
    other.failing.length - one.failing.length ||
    compareNames(one.repo, other.repo)
  );
}

function rankOf({ state, expiring }: FleetMember): number {
  if (expiring.some((each) => each.state === "expired")) return 0;
  if (state === "unreadable") return 1;
  if (state === "incomplete") return 2;
  return expiring.length > 0 ? 3 : 4;
}

/** Days until the first thing expires. */
function soonest({ expiring }: FleetMember): number {
  return Math.min(Number.MAX_SAFE_INTEGER, ...expiring.map(({ daysLeft }) => daysLeft));
}
