import { blocksPort, readDomainRule, type DomainRule } from "./domain-rule.ts";
import { fault, isFault, type Fault } from "./fault.ts";
import { compileGlob } from "./glob.ts";
import { everyHost, type HostPattern } from "./host-pattern.ts";
import type { Connection } from "./policy.ts";
import type { Rule } from "./rule.ts";
import type { RuleProblem, WrittenClaim } from "./rule-options.ts";
import { usualMethods } from "./proof/choose-methods.ts";
import { readMethods, readUrlPattern, type TargetPattern } from "./url-pattern.ts";

/** The requests that one text of a claim covers. */
export interface ClaimPart extends TargetPattern, DomainRule {
  /** Uppercase method names; undefined if the part covers all methods. */
  readonly methods?: readonly string[];
}

/** No rule allows a request that `never` covers, except those that a part of `except` covers. */
export interface Claim {
  /** Read broadly, with `coversNever`. */
  readonly never: ClaimPart;
  /** Each part covers the requests that a rule with its text would allow. */
  readonly except: readonly ClaimPart[];
}

export type ReadClaim =
  | { readonly claim: Claim; readonly problems?: undefined }
  | { readonly claim?: undefined; readonly problems: readonly RuleProblem[] };

/** Reads `[METHODS ]URL-PATTERN` and `[METHODS ]DOMAIN`. */
export function readClaim(written: WrittenClaim): ReadClaim {
  const never = readNever(written.never);
  const except = written.except.map((rule) => ({ rule, part: readPart(rule) }));
  const problems = [{ rule: written.never, part: never }, ...except].flatMap(({ rule, part }) =>
    isFault(part) ? [problemOf(rule, part)] : [],
  );
  if (isFault(never) || problems.length > 0) return { problems };
  return { claim: { never, except: except.flatMap(({ part }) => (isFault(part) ? [] : [part])) } };
}

function problemOf({ id, text }: Rule, { fault: problem, suggestion }: Fault): RuleProblem {
  return { id, text, problem, ...(suggestion !== undefined && { suggestion }) };
}

function readNever(rule: Rule): ClaimPart | Fault {
  const part = readPart(rule);
  if (isFault(part)) return part;
  if (!part.queryGlob) return { ...part, host: coverSubdomains(part.host) };
  const corrected = rule.text.slice(0, rule.text.indexOf("?"));
  return fault("has a query, but a claim covers every query", corrected);
}

/** A rule for `localhost` covers only this name, so a claim about it could omit names below it. */
function coverSubdomains(host: HostPattern): HostPattern {
  return host.text === "localhost" ? { ...host, before: "labels or nothing" } : host;
}

/**
 * Returns whether `never` covers a connection. It covers every port if it does not name one, and
 * plain HTTP even if it names HTTPS, so that no request is omitted by mistake.
 */
export function coversNever(
  { scheme, port }: ClaimPart,
  connection: Omit<Connection, "host">,
): boolean {
  return blocksPort({ ...(scheme === "http" && { scheme }), ...(port && { port }) }, connection);
}

function readPart(rule: Rule): ClaimPart | Fault {
  const [, methods, text = ""] = /^(?:([^:/]*[^:/\s,])\s+)?([^]*)$/.exec(rule.text.trim()) ?? [];
  if (/^[A-Z,-]+$/.test(text) || usualMethods.includes(text.toUpperCase()))
    return fault("names methods, but no URL", `${text.toUpperCase()} *`);
  if (/,\s*https?:/.test(rule.text))
    return fault("has a comma before a URL; write one URL, and repeat the option or the entry");
  const names = readMethods(methods?.split(",").map((name) => name.trim()));
  if (names && isFault(names)) return names;
  const again = (corrected: string) => (methods === undefined ? "" : `${methods} `) + corrected;
  const hasPath = /[/?]/.test(text.replace(/^[^/?#]*:\/\//, ""));
  const read = hasPath ? readUrl(rule, text) : readDomain(rule, text);
  if (isFault(read)) {
    const { suggestion } = read;
    return fault(read.fault, suggestion === undefined ? undefined : again(suggestion));
  }
  return { ...read, rule, ...(names && { methods: names.names }) };
}

/** Stands for every host while the other parts of a text are read. */
const placeholder = "every.invalid";
const startOfEveryHost = /^(https?:\/\/)?\*(?=[:/]|$)/;

function readUrl(rule: Rule, text: string): ClaimPart | Fault {
  const scheme = text.startsWith("http://") ? "http" : "https";
  const replaced = nameHost(text).replace(/^http:/, "https:");
  const read = readUrlPattern({ ...rule, text: replaced });
  if (isFault(read)) {
    const corrected = read.suggestion?.replace(placeholder, "*").replace(/^https:/, `${scheme}:`);
    return fault(read.fault, corrected);
  }
  const { port, ...rest } = read;
  const [, authority = ""] = /^https:\/\/([^/]*)/.exec(replaced) ?? [];
  const hasPort = /:\d+$/.test(authority);
  return { ...rest, scheme, ...(hasPort && { port }), ...findEveryHost(text) };
}

function readDomain(rule: Rule, text: string): ClaimPart | Fault {
  const read = readDomainRule({ ...rule, text: nameHost(text) });
  if (isFault(read)) return read;
  return { ...read, path: "/**", pathGlob: compileGlob("/**"), ...findEveryHost(text) };
}

function nameHost(text: string): string {
  return text.replace(startOfEveryHost, `$1${placeholder}`);
}

function findEveryHost(text: string): Partial<Pick<ClaimPart, "host">> {
  return startOfEveryHost.test(text) ? { host: everyHost } : {};
}
