import { labelOf } from "../../credentials/apps/permission-words.ts";
import { uniqueNames } from "../../forge/repository-name.ts";
import { compareNames } from "./fleet-list.ts";
import type { StoredCheck, StoredChecks } from "./check-file.ts";
import { combineChecks } from "./combine-checks.ts";

type Status = NonNullable<StoredCheck["status"]>;
type Check = NonNullable<StoredCheck["verify"]>["checks"][number];

type EvaluatedCheck = Pick<Check, "id" | "title" | "evidence">;

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
  readonly credential: StoredCheck["credential"];
  /** What the fleet's App may not read of it. */
  readonly ungranted: readonly string[];
  /** What was passed over on the way to the credential, in sentences. */
  readonly passedOver: readonly string[];
  readonly failing: readonly EvaluatedCheck[];
  /** Checks that decide, and that this look could not judge. */
  readonly unseen: readonly EvaluatedCheck[];
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
  /** Files among what was kept that nobody understands, or that are not believed, and why. */
  readonly strays: readonly string[];
}

/**
 * Says what all looks come to. Each repository that is expected is in it, whether its job left something or not.
 * @param expected full names; without any, whoever was looked at
 */
export function composeFleetReport(
  { looks, strays }: StoredChecks,
  expected: readonly string[],
  now: Date,
): FleetReport {
  const { believed, doubted } = combineChecks(looks, expected, now);
  const names = expected.length > 0 ? expected : uniqueNames(looks.map(({ repo }) => repo));
  const members = names.map((repo) => {
    const key = repo.toLowerCase();
    const why = doubted.find((each) => each.look.repo.toLowerCase() === key)?.because;
    return evaluateCheck(repo, believed.get(key), why);
  });
  const all = [...strays, ...doubted.map(({ look, because }) => `${look.file} (${because})`)];
  const count = (state: FleetMember["state"]) =>
    members.filter((member) => member.state === state).length;
  return {
    version: 1,
    reportedAt: now.toISOString(),
    needsPerson: members.length === 0 || all.length > 0 || members.some(needsPerson),
    counts: {
      complete: count("complete"),
      incomplete: count("incomplete"),
      unreadable: count("unreadable"),
    },
    repositories: members.toSorted(byUrgency),
    strays: all,
  };
}

export function needsPerson({ state, expiring }: FleetMember): boolean {
  return state !== "complete" || expiring.length > 0;
}

function evaluateCheck(repo: string, look?: StoredCheck, doubt?: string): FleetMember {
  const { status, verify } = look ?? {};
  const checks = verify?.checks ?? [];
  const failing = checks.filter(({ state }) => state === "fail");
  const unseen = checks.filter((check) => isUnseen(check, look?.ungranted ?? []));
  const isWhole = status?.complete === true || status?.lacksOnlyProof === true;
  const isWell = isWhole && failing.length + unseen.length === 0;
  const isRead = status && verify;
  return {
    repo,
    state: isRead ? (isWell ? "complete" : "incomplete") : "unreadable",
    standing: isRead ? status.standing : null,
    because: isRead ? null : explainSilence(look, doubt),
    lookedAt: look?.lookedAt ?? null,
    credential: look?.credential ?? null,
    ungranted: look?.ungranted ?? [],
    passedOver: look?.passedOver ?? [],
    failing: failing.map(withoutState),
    unseen: unseen.map(withoutState),
    unknown: checks.filter(({ state }) => state === "unknown").length,
    expiring: status?.reminders ?? [],
    next: status?.next ?? [],
  };
}

function explainSilence(look?: StoredCheck, doubt?: string): string {
  if (look) return look.because ?? "its job does not say why";
  return doubt === undefined ? "its job left no report" : `its report is not believed: ${doubt}`;
}

function withoutState({ id, title, evidence }: Check): EvaluatedCheck {
  return { id, title, evidence };
}

/** What only a run, or a person's word, can tell: a look leaves it unknown, and nothing is wrong by that. */
const beyondACheck = [
  /^app-only$/,
  /^(read|write)-app-/,
  /^pat-(apis|coverage|expiration|owner|policy)$/,
  /^workflow-token-coverage$/,
  /^discovery$/,
  /^inference-billing$/,
];

/** Outputs come with the first run; but who may not read Issues does not know whether one is there. */
function isUnseen({ id, state }: Check, ungranted: readonly string[]): boolean {
  if (state !== "unknown") return false;
  if (id === "review-output") return ungranted.includes(labelOf("issues"));
  return !beyondACheck.some((pattern) => pattern.test(id));
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
