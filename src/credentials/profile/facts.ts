import { InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";

const targetKinds = ["self", "public", "private", "internal"] as const;
const modes = ["review", "live"] as const;
const destinations = ["control", "alternate", "target"] as const;

/** Kind of a target repository; `self` is the control repository. */
export type TargetKind = (typeof targetKinds)[number];
export type Mode = (typeof modes)[number];
/**
 * Repository for review outputs: the control repository, an alternate repository, or the target
 * itself.
 */
export type Destination = (typeof destinations)[number];
/** "unknown" counts as no. */
export type Known = boolean | "unknown";

export interface ProfileFacts {
  readonly targets: readonly TargetKind[];
  readonly mode: Mode;
  readonly destination: Destination;
  readonly appInstallable: Known;
  /** Whether all five conditions for a PAT are met; see pat/eligibility.ts. */
  readonly patEligible: Known;
  /**
   * Whether the operator read the five disclosures and typed the consent phrase. A stored PAT does
   * not count as consent.
   */
  readonly patConsent: Known;
  /** Owners of the targets. */
  readonly owners: readonly string[];
  /** Permission names of the APIs that the enabled packages need. */
  readonly requiredApis: readonly string[];
  /**
   * Owner of the control repository and of its Apps. Undefined if this owner also owns all targets.
   */
  readonly controlOwner?: string;
}

const fields = [
  "targets",
  "mode",
  "destination",
  "appInstallable",
  "patEligible",
  "patConsent",
  "owners",
  "requiredApis",
  "controlOwner",
];

/**
 * Parses the facts of `gatehouse profile --facts`. A missing yes/no fact is unknown, and a missing
 * list is empty.
 * @throws InvalidInput that lists all problems
 */
export function parseProfileFacts(json: unknown, source = "The input"): ProfileFacts {
  const problems: string[] = [];
  const read = new FieldReader(json, problems);
  const facts = {
    targets: read.list("targets", targetKinds),
    mode: read.oneOf("mode", modes),
    destination: read.oneOf("destination", destinations),
    appInstallable: read.known("appInstallable"),
    patEligible: read.known("patEligible"),
    patConsent: read.known("patConsent"),
    owners: read.list("owners"),
    requiredApis: read.list("requiredApis"),
    ...read.optionalText("controlOwner"),
  };
  if (facts.targets.length === 0)
    problems.push(`targets: expected at least one of ${report(targetKinds)}`);
  if (problems.length > 0) {
    throw new InvalidInput(
      `${source} contains invalid facts:\n${problems.map((line) => `  ${line}`).join("\n")}`,
      [{ text: "See the format of the facts", command: ownCommandLine("profile", "--help") }],
    );
  }
  return facts;
}

/**
 * Reads fields and collects problems. The result for an invalid field is a placeholder that is
 * never used.
 */
class FieldReader {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #problems: string[];

  constructor(json: unknown, problems: string[]) {
    const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
    this.#values = isObject ? { ...json } : {};
    this.#problems = problems;
    if (!isObject) problems.push("expected a JSON object");
    for (const name of Object.keys(this.#values).filter((key) => !fields.includes(key))) {
      problems.push(`unknown fact ${JSON.stringify(name)}; valid facts are ${fields.join(", ")}`);
    }
  }

  oneOf<T extends string>(name: string, words: readonly T[]): T {
    const value = words.find((word) => word === this.#values[name]);
    return value ?? this.#refuse(name, `expected ${report(words)}`, words[0]!);
  }

  known(name: string): Known {
    const value = this.#values[name] ?? "unknown";
    if (typeof value === "boolean" || value === "unknown") return value;
    return this.#refuse(name, 'expected true, false or "unknown"', "unknown");
  }

  list<T extends string>(name: string, words?: readonly T[]): T[] {
    const value = this.#values[name] ?? [];
    const isWord = (item: unknown) => typeof item === "string" && item.trim() !== "";
    const fits = (item: unknown) => (words ? words.some((word) => word === item) : isWord(item));
    if (Array.isArray(value) && value.every(fits)) return [...new Set(value as T[])];
    return this.#refuse(name, `expected a list of ${words ? report(words) : "words"}`, []);
  }

  optionalText(name: "controlOwner"): { controlOwner?: string } {
    const value = this.#values[name];
    if (value === undefined) return {};
    return typeof value === "string" && value !== ""
      ? { [name]: value }
      : this.#refuse(name, "expected a name", {});
  }

  #refuse<T>(name: string, expected: string, instead: T): T {
    this.#problems.push(`${name}: ${expected}`);
    return instead;
  }
}

function report(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(" or ");
}
