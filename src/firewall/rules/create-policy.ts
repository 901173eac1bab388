import { record } from "../../shared/cache-once.ts";
import type { BudgetRule } from "./budget-rule.ts";
import type { WrittenCredential } from "./credential-rule.ts";
import { allowsPort, blocksPort, type DomainRule } from "./domain-rule.ts";
import { explainMiss } from "./explain-miss.ts";
import { isFault } from "./fault.ts";
import type { Work } from "./glob.ts";
import { readHostName } from "./host-name.ts";
import type { Connection, Decision, Policy, Request } from "./policy.ts";
import type { Rule } from "./rule.ts";
import type { RuleBook } from "./rule-book.ts";
import { explainSsh, sshPort } from "./ssh.ts";
import { readTarget, type Target } from "./target.ts";
import { addressOf } from "./url-text.ts";
import { coversMethod, coversPath, coversTarget, type UrlPattern } from "./url-pattern.ts";

/** Creates a policy that applies a rule book. */
export function createPolicy(book: RuleBook): Policy {
  const readName = record(readHostName);
  // A name that cannot be read has no rules, so it stays as it is.
  const canonical = (host: string) => {
    const name = readName(host);
    return isFault(name) ? host : name.host;
  };
  const inOneSpelling = <T extends Connection>(asked: T, decide: (asked: T) => Decision) => {
    const name = readName(asked.host);
    if (isFault(name)) return deny("ambiguous", `the request's address ${name.fault}`);
    return decide(name.host === asked.host ? asked : { ...asked, host: name.host });
  };
  return {
    isIntercepting: book.isIntercepting,
    intercepts: ({ host, port }) => intercepts(book, { host: canonical(host), port }),
    ports: book.ports,
    decideConnection: (connection) =>
      inOneSpelling(connection, (asked) => decideConnection(book, asked)),
    decideRequest: (request) => inOneSpelling(request, (asked) => decideRequest(book, asked)),
    credentialsOf: record((host) => book.findCredentials(canonical(host)).map(({ rule }) => rule)),
    findCredential: (request) =>
      findCredential(book, { ...request, host: canonical(request.host) }),
    findBudgets: (request) => findBudgets(book, { ...request, host: canonical(request.host) }),
  };
}

/** A host with URL rules is always intercepted, because its requests must be visible. */
function intercepts(book: RuleBook, { host, port }: Pick<Connection, "host" | "port">): boolean {
  if (!book.isIntercepting) return false;
  const ruled = [book.findPatterns(host), book.findCredentials(host), book.findBudgets(host)];
  if (ruled.some(({ length }) => length > 0)) return true;
  return (
    book.intercept === "all" && !book.findSpliced(host).some((rule) => splicesPort(rule, port))
  );
}

/** A spliced domain without a port covers every port. */
function splicesPort(rule: DomainRule, port: number): boolean {
  return rule.port === undefined || rule.port === port;
}

function findCredential(book: RuleBook, asked: Request): WrittenCredential | undefined {
  if (asked.scheme !== "https") return undefined;
  const rules = book.findCredentials(asked.host);
  const target = rules.length > 0 ? readTarget(asked.target) : undefined;
  if (!target || isFault(target)) return undefined;
  return findCovering(rules, asked, { target, work: { left: mostSteps } })?.rule;
}

/**
 * Returns the entries that cover a request. An entry also covers plain HTTP, every query, a method
 * in lowercase, and a path that has several interpretations, because otherwise a request could
 * evade its limit.
 */
function findBudgets(book: RuleBook, asked: Request): readonly BudgetRule[] {
  const rules = book.findBudgets(asked.host);
  if (rules.length === 0) return [];
  const target = readTarget(asked.target);
  const port = asked.scheme === "http" && asked.port === 80 ? 443 : asked.port;
  const method = asked.method.toUpperCase();
  const work = { left: mostSteps };
  const isUnclear = isFault(target) || target.doubt !== undefined || target.bare !== target.path;
  return rules
    .filter((rule) => rule.port === port && coversMethod(rule, method))
    .filter((rule) => isUnclear || coversPath(rule, target, work) || work.left <= 0)
    .map(({ rule }) => rule);
}

type Denied = Extract<Decision, { allowed: false }>;

function deny(
  reason: Denied["reason"],
  explanation: string,
  more: Pick<Denied, "rule" | "suggestion"> = {},
): Denied {
  return { allowed: false, reason, explanation, ...more };
}

function allow(explanation: string, rule: Rule): Decision {
  return { allowed: true, explanation, rule };
}

function decideConnection(book: RuleBook, asked: Connection): Decision {
  const blocked = findBlock(book, asked);
  if (blocked) return blocked;
  const patterns = book.findPatterns(asked.host);
  const [first] = patterns;
  if (!first) return decideByDomain(book, asked);
  if (asked.scheme === "http") return denyPlain(asked, first);
  const pattern = patterns.find(({ port }) => port === asked.port);
  if (pattern) return allow(`URL patterns decide each request to ${asked.host}`, pattern.rule);
  return denyPort(asked);
}

function decideRequest(book: RuleBook, asked: Request): Decision {
  if (asked.scheme === "https" && !intercepts(book, asked)) return decideConnection(book, asked);
  const connection = decideConnection(book, asked);
  if (!connection.allowed) return connection;
  const isServerWide = asked.target === "*" && asked.method === "OPTIONS";
  const target = isServerWide ? { path: "*", bare: "*" } : readTarget(asked.target);
  if (isFault(target)) return deny("ambiguous", `the request ${target.fault}`);
  const isCompared = asked.scheme === "https" && book.findPatterns(asked.host).length > 0;
  return isCompared ? decideByPattern(book, asked, target) : connection;
}

/**
 * Number of steps that matching performs in about a tenth of a second. A typical request takes
 * about a thousand steps.
 */
const mostSteps = 1_000_000;

function decideByPattern(book: RuleBook, asked: Request, target: Target): Decision {
  const patterns = book.findPatterns(asked.host);
  const work = { left: mostSteps };
  const covering = findCovering(patterns, asked, { target, work });
  if (covering) return allow(`${covering.rule.text} covers the request`, covering.rule);
  if (target.doubt !== undefined)
    return deny(
      "ambiguous",
      `the request ${target.doubt}, so only a rule for the complete host can allow it`,
    );
  if (work.left < 0) return deny("no-pattern", "matching the URL takes too many steps");
  const near = patterns.filter(({ port }) => port === asked.port);
  const { explanation, suggestion } = explainMiss(near, { asked, target });
  return deny("no-pattern", explanation, suggestion === undefined ? {} : { suggestion });
}

/** Returns the first pattern that covers the port, the method and the target of a request. */
function findCovering<T extends UrlPattern>(
  patterns: readonly T[],
  { port, method }: Request,
  { target, work }: { readonly target: Target; readonly work: Work },
): T | undefined {
  return patterns.find(
    (pattern) =>
      pattern.port === port && coversMethod(pattern, method) && coversTarget(pattern, target, work),
  );
}

function findBlock(book: RuleBook, asked: Connection): Decision | undefined {
  const block = book.findBlocked(asked.host).find((rule) => blocksPort(rule, asked));
  if (!block) return undefined;
  const { rule } = block;
  return deny("blocked", `${rule.text} on the block list covers ${asked.host}`, { rule });
}

function decideByDomain(book: RuleBook, asked: Connection): Decision {
  const rules = book.findAllowed(asked.host);
  const rule = rules.find((candidate) => allowsPort(candidate, asked))?.rule;
  if (rule && book.isIntercepting && book.isStrict && asked.scheme === "https")
    return deny("no-pattern", `--strict-urls requires a pattern, but none covers ${asked.host}`, {
      suggestion: `${addressOf(asked)}/**`,
    });
  if (rule) return allow(`${rule.text} covers ${asked.host}`, rule);
  // A rule for this port would not allow SSH, so none is suggested.
  if (asked.port === sshPort) return deny("not-understood", explainSsh);
  const suggestion = suggestDomain(asked);
  if (rules.length === 0) return deny("no-rule", `no rule allows ${asked.host}`, { suggestion });
  const explanation = `no rule for ${asked.host} allows ${asked.scheme} on port ${asked.port}`;
  return deny("no-rule", explanation, { suggestion });
}

function suggestDomain({ scheme, host, port }: Connection): string {
  if (host === "localhost") return `${host}:${port}`;
  if (port === 443 && scheme === "https") return host;
  return port === 80 && scheme === "http" ? host : `${host}:${port}`;
}

function denyPlain(asked: Connection, { rule }: UrlPattern): Decision {
  const explanation = `plain HTTP to ${asked.host} is denied, because the pattern ${rule.text} requires HTTPS`;
  return deny("no-rule", explanation, { rule });
}

function denyPort(asked: Connection): Decision {
  return deny("no-rule", `no pattern for ${asked.host} covers port ${asked.port}`, {
    suggestion: `${addressOf(asked)}/**`,
  });
}
