import { readDomainRule } from "../../../../src/firewall/rules/domain-rule.ts";
import { isFault } from "../../../../src/firewall/rules/fault.ts";
import type { Request } from "../../../../src/firewall/rules/policy.ts";
import { readClaim } from "../../../../src/firewall/rules/read-claim.ts";
import type { RuleOptions, WrittenClaim } from "../../../../src/firewall/rules/rule-options.ts";
import { readUrlPattern } from "../../../../src/firewall/rules/url-pattern.ts";

/** Returns numbers from 0 to 1 that depend only on the seed (mulberry32). */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hosts = "a.test b.a.test c.b.a.test api-1.a.test 10.0.0.1 [::1] localhost".split(" ");
const wildHosts = "*.a.test *.b.a.test api-*.a.test *-1.a.test *.*.a.test".split(" ");
const patternSegments = "a b ab * ** a* *b **b a;v=1 *;v *;** x.y %20 %C3%A9 a%25* *.".split(" ");
const patternQueries = ["", "", "", "?x=1", "?*", "?x=*", "?*b*", "?*%3D*"];
const ports = ["", "", "", ":8443", ":80", ":443"];
const methodLists = [undefined, undefined, ["GET"], ["POST"], ["GET", "POST"], ["PURGE"]];
const segments =
  "a b ab aab y ya a;v=1 ;v b; x.y .x . .. %20 %C3%A9 %c3%a9 %2Fa %61 a%25 a%25z a%2541 * , %FF".split(
    " ",
  );
const queries = ["", "", "?", "?x=1", "?x=2", "?x=", "?b", "?abc", "?%78=1", "?a%3db", "?y*'"];

function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

function many<T>(random: Random, most: number, create: () => T): T[] {
  return Array.from({ length: Math.floor(random() * (most + 1)) }, create);
}

function pathOf(random: Random, from: readonly string[]): string {
  const end = random() < 0.2 ? "/" : "";
  return `/${many(random, 3, () => pick(random, from)).join("/")}${end}`;
}

function urlPattern(random: Random): string {
  const host = pick(random, random() < 0.4 ? wildHosts : hosts);
  const target = random() < 0.2 ? "/**" : pathOf(random, patternSegments);
  return `https://${host}${pick(random, ports)}${target}${pick(random, patternQueries)}`;
}

function domain(random: Random): string {
  const scheme = pick(random, ["", "", "https://", "http://"]);
  const host = pick(random, random() < 0.4 ? wildHosts : hosts);
  return `${scheme}${host}${pick(random, ports)}`;
}

/** Returns valid rules, and a claim about them. */
export function randomRules(random: Random): {
  readonly rules: RuleOptions;
  readonly claim: WrittenClaim;
} {
  const isIntercepting = random() < 0.8;
  const rule = (text: string) => ({ id: "rule", text });
  const domains = (most: number) =>
    many(random, most, () => rule(domain(random))).filter((one) => !isFault(readDomainRule(one)));
  const urls = many(random, 5, () => {
    const methods = pick(random, methodLists);
    return { ...rule(urlPattern(random)), ...(methods && { methods }) };
  }).filter((one) => !isFault(readUrlPattern(one)));
  return {
    rules: {
      allowDomains: domains(3),
      blockDomains: domains(2),
      allowUrls: isIntercepting ? urls : [],
      sslBump: isIntercepting,
      strictUrls: isIntercepting && random() < 0.2,
    },
    claim: randomClaim(
      random,
      urls.map(({ text }) => text),
    ),
  };
}

/** @param texts texts of rules, which the claim partly repeats */
function randomClaim(random: Random, texts: readonly string[]): WrittenClaim {
  const methods = () => pick(random, methodLists)?.join().concat(" ") ?? "";
  const part = (): string => {
    const text = random() < 0.6 ? urlPattern(random) : domain(random);
    const plain = random() < 0.1 ? text.replace("https:", "http:") : text;
    return random() < 0.2 ? plain.replace(/^(https?:\/\/)?[^/:]+/, "$1*") : plain;
  };
  const never = (): string => {
    if (texts.length === 0 || random() < 0.3) return part();
    const [, start = "", path = ""] = /^(https:..[^/]*)([^?]*)/.exec(pick(random, texts)) ?? [];
    return start + (random() < 0.5 ? "/**" : path.replace(/[^/*;]+/, "*"));
  };
  const repeated = texts.filter(() => random() < 0.7).map((text) => methods() + text);
  for (;;) {
    const claim = {
      never: { id: "never", text: methods() + never().replace(/\?.*$/, "") },
      except: [...repeated, ...many(random, 2, part)].map((text) => ({ id: "except", text })),
    };
    if (readClaim(claim).claim) return claim;
  }
}

const askedHosts = [...hosts, "d.a.test", "x.d.a.test", "api-y.a.test", "zz.test"];

export function randomRequest(random: Random): Request {
  const scheme = random() < 0.75 ? "https" : "http";
  const usual = scheme === "https" ? 443 : 80;
  return {
    scheme,
    host: pick(random, askedHosts),
    port: pick(random, [usual, usual, usual, 8443, 80, 443, 9]),
    method: pick(random, ["GET", "POST", "PURGE", "post", "DELETE"]),
    target: pathOf(random, segments) + pick(random, queries),
  };
}
