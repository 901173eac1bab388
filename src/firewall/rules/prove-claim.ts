import { allowsPort, blocksPort } from "./domain-rule.ts";
import { compileGlob, type Work } from "./glob.ts";
import type { HostPattern } from "./host-pattern.ts";
import type { Connection, Policy, Request } from "./policy.ts";
import { chooseMethods } from "./proof/choose-methods.ts";
import { canShareHosts, findHost } from "./proof/find-host.ts";
import { findTarget } from "./proof/find-target.ts";
import { TooManySteps } from "./proof/automaton.ts";
import { NoOtherUnit } from "./proof/units.ts";
import { coversNever, type Claim, type ClaimPart } from "./read-claim.ts";
import type { Rule } from "./rule.ts";
import type { RuleBook } from "./rule-book.ts";
import { coversAnyQuery, coversMethod, type TargetPattern } from "./url-pattern.ts";
import { usualPort } from "./url-text.ts";

export type Verdict =
  | { readonly kind: "holds" }
  /** A rule allows this request, which the claim covers. */
  | {
      readonly kind: "broken";
      readonly example: Request;
      readonly rule: Rule;
      readonly allowedBy: AllowedBy;
    }
  | { readonly kind: "undecided"; readonly reason: string };

/**
 * - `pattern`: a URL pattern
 * - `domain`: a rule for a domain; the proxy sees the request
 * - `connection`: a rule for a domain; the proxy sees only the connection
 * - `sidecar`: the address of the sidecar's provider
 */
export type AllowedBy = "pattern" | "domain" | "connection" | "sidecar";

/** The rules of one run, in both forms. */
export interface ClaimedRules {
  readonly policy: Policy;
  readonly book: RuleBook;
  /** Set if these rules describe the requests of the sidecar. */
  readonly isSidecar?: true;
}

/** Number of steps that take a few seconds. A typical claim takes about ten steps per rule. */
const mostSteps = 5_000_000;

/**
 * Decides whether the rules allow a request that the claim covers. Searches all requests: hosts,
 * paths and queries are compared as patterns, not by examples.
 */
export function proveClaim(claim: Claim, rules: ClaimedRules): Verdict {
  const { policy, book } = rules;
  const work = { left: mostSteps };
  try {
    const example = findRequest(claim, book, work);
    if (!example) return { kind: "holds" };
    const decision = policy.decideRequest(example);
    if (!decision.allowed) return { kind: "undecided", reason: decision.explanation };
    const { rule } = decision;
    return { kind: "broken", example, rule, allowedBy: findKind(example, rules) };
  } catch (error) {
    const reason = explain(error);
    if (reason === undefined) throw error;
    return { kind: "undecided", reason };
  }
}

function findKind(request: Request, { policy, book, isSidecar }: ClaimedRules): AllowedBy {
  if (isSidecar) return "sidecar";
  if (request.scheme === "http") return "domain";
  if (!policy.intercepts(request)) return "connection";
  return book.findPatterns(request.host).length > 0 ? "pattern" : "domain";
}

function explain(error: unknown): string | undefined {
  if (error instanceof TooManySteps) return "comparing the patterns takes too many steps";
  if (error instanceof NoOtherUnit) return "the patterns contain too many characters";
  return undefined;
}

/** The requests that some rules allow, unless a rule for their host denies them. */
interface Allowance {
  readonly hosts: readonly HostPattern[];
  readonly connection: Omit<Connection, "host">;
  readonly target: TargetPattern;
  readonly methods?: readonly string[];
  /** Hosts for which other rules decide. */
  readonly others: readonly HostPattern[];
}

function findRequest(claim: Claim, book: RuleBook, work: Work): Request | undefined {
  for (const allowance of [...allowancesOfDomains(book), ...allowancesOfPatterns(book)]) {
    const request = findAllowed(claim, allowance, { book, work });
    if (request) return request;
  }
  return undefined;
}

const everyTarget: TargetPattern = { path: "/**", pathGlob: compileGlob("/**") };

function allowancesOfDomains({
  allowed,
  patterns,
  ports,
  isIntercepting,
  isStrict,
}: RuleBook): Allowance[] {
  const schemes = isIntercepting && isStrict ? (["http"] as const) : (["https", "http"] as const);
  const others = patterns.map(({ host }) => host);
  return [443, 80, ...ports]
    .flatMap((port) => schemes.map((scheme) => ({ scheme, port })))
    .toSorted((one, other) => Number(isUsual(other)) - Number(isUsual(one)))
    .map((connection) => ({
      hosts: allowed.flatMap((rule) =>
        allowsPort(rule, { ...connection, host: rule.host.text }) ? rule.host : [],
      ),
      connection,
      target: everyTarget,
      others,
    }));
}

function isUsual({ scheme, port }: Allowance["connection"]): boolean {
  return port === usualPort(scheme);
}

function allowancesOfPatterns({ patterns }: RuleBook): Allowance[] {
  return patterns.map((pattern) => ({
    hosts: [pattern.host],
    connection: { scheme: "https", port: pattern.port },
    target: pattern,
    ...(pattern.methods && { methods: pattern.methods }),
    others: [],
  }));
}

interface Context {
  readonly book: RuleBook;
  readonly work: Work;
}

function findAllowed(
  { never, except }: Claim,
  allowance: Allowance,
  { book, work }: Context,
): Request | undefined {
  const { connection, hosts, others } = allowance;
  if (!coversNever(never, connection)) return undefined;
  const parts = except.filter((part) => canShareTargets(part, allowance));
  if (parts.some((part) => isBroader(part, allowance))) return undefined;
  const blocked = book.blocked.filter((rule) => blocksPort(rule, connection));
  const search = {
    never: never.host,
    allowed: hosts,
    denied: [...others, ...blocked.map(({ host }) => host)],
    except: parts.map(({ host }) => host),
  };
  return findHost(search, {
    visit: (host, excepted) => {
      const near = excepted.flatMap((index) => parts[index] ?? []);
      const valid = near.filter((part) => allowsPort(part, { ...connection, host }));
      const found = findMethod({ never, except: valid }, allowance, work);
      return found && { ...connection, host, ...found };
    },
    work,
  });
}

/**
 * Returns whether an exception can cover a target that the rules allow. Both begin with their text
 * before the first wildcard. Without `;name=value`, a target begins in the same way up to there.
 */
function canShareTargets({ host, pathGlob }: ClaimPart, { hosts, target }: Allowance): boolean {
  const [start = ""] = target.pathGlob.prefix.split(";");
  const isNear = start.startsWith(pathGlob.prefix) || pathGlob.prefix.startsWith(start);
  return isNear && (hosts.length > 1 || hosts.some((each) => canShareHosts(each, host)));
}

/** Returns whether an exception has the same pattern as a rule, so that it covers all of it. */
function isBroader(part: ClaimPart, { hosts, connection, target, methods }: Allowance): boolean {
  const [host, ...others] = hosts;
  if (host?.text !== part.host.text || others.length > 0) return false;
  return (
    (host.before === part.host.before || host.before === "nothing") &&
    part.path === target.path &&
    isBroaderQuery(part, target) &&
    (!part.methods || methods?.every((method) => coversMethod(part, method)) === true) &&
    allowsPort(part, { ...connection, host: host.text })
  );
}

/** Compares the queries of patterns with the same path. */
function isBroaderQuery(part: TargetPattern, { queryGlob }: TargetPattern): boolean {
  if (!part.queryGlob) return !queryGlob || coversAnyQuery(part);
  return (
    part.queryGlob.prefix === queryGlob?.prefix &&
    part.queryGlob.rest.join() === queryGlob.rest.join()
  );
}

/** Finds a method and a target on a host that the parts of the claim cover. */
function findMethod(
  { never, except }: Claim,
  { target: allowed, ...methods }: Allowance,
  work: Work,
): Pick<Request, "method" | "target"> | undefined {
  const tried = new Set<string>();
  for (const method of chooseMethods({ never, allowed: methods, except })) {
    const excepted = except.filter((part) => coversMethod(part, method));
    // The target does not depend on the method itself.
    const key = excepted.map((part) => except.indexOf(part)).join();
    if (tried.has(key)) continue;
    tried.add(key);
    const target = findTarget({ never, allowed, except: excepted }, work);
    if (target !== undefined) return { method, target };
  }
  return undefined;
}
