import type { Case } from "./path-cases.ts";

const api = "https://api.test";
const long = "a".repeat(63);
const characters = "abcdefghijklmnopqrstuvwxyz0123456789_".split("");
const end = `${long}.${long}.${long}.a.test`;

export const connections: readonly Case[] = [
  [
    "the port 8443",
    { urls: [`${api}:8443/a`] },
    [`${api}/**`, `${api}/**`],
    `GET ${api}:8443/a by ${api}:8443/a`,
  ],
  ["another port than the claim's", { urls: [`${api}:8443/a`] }, [`${api}:443/**`], "holds"],
  [
    "plain HTTP",
    { domains: ["http://api.test"] },
    [`${api}/**`],
    "GET http://api.test/ by http://api.test",
  ],
  [
    "HTTPS, if the claim is about plain HTTP",
    { domains: ["https://api.test"] },
    ["http://api.test/**"],
    "holds",
  ],
  [
    "plain HTTP to a host with a pattern",
    { domains: ["http://api.test"], urls: [`${api}/a`] },
    ["http://*/**"],
    "GET http://x.api.test/ by http://api.test",
  ],
  [
    "plain HTTP on port 443",
    { domains: ["api.test"] },
    [`${api}/**`, `${api}/**`, "http://api.test/**"],
    "GET http://api.test:443/ by api.test",
  ],
  [
    "a domain, which covers ports 80 and 443",
    { domains: ["api.test"] },
    ["api.test", "api.test"],
    "holds",
  ],
  [
    "a subdomain of an allowed domain",
    { domains: ["a.test"] },
    ["https://b.a.test/**"],
    "GET https://b.a.test/ by a.test",
  ],
  [
    "a subdomain that the exception does not cover",
    { domains: ["a.test"] },
    [
      "a.test",
      "https://a.test/**",
      "http://a.test/**",
      "https://a.test:80/**",
      "http://a.test:443/**",
    ],
    "GET https://x.a.test/ by a.test",
  ],
  [
    "the domain itself, if only subdomains are excepted",
    { domains: ["a.test"] },
    ["a.test", "*.a.test"],
    "GET https://a.test/ by a.test",
  ],
  [
    "strict URLs",
    { domains: ["a.test"], isStrict: true },
    ["https://a.test/**", "http://a.test", "http://a.test:443"],
    "holds",
  ],
  [
    "plain HTTP with strict URLs",
    { domains: ["a.test"], isStrict: true },
    ["a.test"],
    "GET http://a.test/ by a.test",
  ],
  [
    "a domain with interception",
    { domains: ["a.test"], isIntercepting: true },
    ["DELETE https://a.test/x"],
    "DELETE https://a.test/x by a.test",
  ],
];

export const hosts: readonly Case[] = [
  [
    "a blocked host",
    { domains: ["a.test"], blocked: ["b.a.test"] },
    ["https://b.a.test/**"],
    "holds",
  ],
  [
    "a block with a port",
    { domains: ["a.test"], blocked: ["b.a.test:443"] },
    ["https://b.a.test/**"],
    "GET http://b.a.test/ by a.test",
  ],
  [
    "a block with a scheme",
    { domains: ["a.test"], blocked: ["http://a.test"] },
    ["http://*/**"],
    "holds",
  ],
  [
    "a blocked host below a claimed wildcard",
    { domains: ["a.test"], blocked: ["b.a.test"] },
    ["https://*.a.test/**"],
    "GET https://x.a.test/ by a.test",
  ],
  [
    "all subdomains blocked",
    { domains: ["a.test"], blocked: ["*.a.test"] },
    ["https://*.a.test/**"],
    "holds",
  ],
  [
    "wildcards within a label",
    { urls: ["https://api-*.a.test/x"] },
    ["https://*-eu.a.test/**"],
    "GET https://api-eu.a.test/x by https://api-*.a.test/x",
  ],
  [
    "a label that would end with a hyphen",
    { urls: ["https://api-*.a.test/x"] },
    ["https://api-*.a.test/**", "https://api-*i*.a.test/**"],
    "GET https://api-x.a.test/x by https://api-*.a.test/x",
  ],
  [
    "a label that would begin with a hyphen",
    { urls: ["https://*-eu.a.test/x"] },
    ["https://*.a.test/**"],
    "GET https://x-eu.a.test/x by https://*-eu.a.test/x",
  ],
  [
    "a label of 63 characters",
    { domains: ["a.test"] },
    [`https://${long}.a.test/**`],
    `GET https://${long}.a.test/ by a.test`,
  ],
  [
    "the only label that is short enough",
    { urls: ["https://*b.a.test/x"], blocked: [`${long.slice(1)}b.a.test`] },
    [`https://${long.slice(1)}*.a.test/**`],
    "holds",
  ],
  [
    "a name of 254 characters",
    { urls: [`https://${"b".repeat(26)}*.${"b".repeat(20)}*.${end}/x`] },
    [`https://*cccc.*cccc.${end}/**`],
    "holds",
  ],
  [
    "a name of 253 characters",
    { urls: [`https://${"b".repeat(25)}*.${"b".repeat(20)}*.${end}/x`] },
    [`https://*cccc.*cccc.${end}/**`],
    `GET https://${"b".repeat(25)}cccc.${"b".repeat(20)}cccc.${end}/x by https://${"b".repeat(25)}*.${"b".repeat(20)}*.${end}/x`,
  ],
  [
    "an encoded label",
    { domains: ["bücher.test"] },
    ["https://*.xn--bcher-kva.test/**"],
    "GET https://y.xn--bcher-kva.test/ by bücher.test",
  ],
  [
    "a label that would be an invalid encoding",
    { urls: ["https://xn-*.a.test/x"] },
    ["https://*--kva.a.test/**"],
    "GET https://xn-y--kva.a.test/x by https://xn-*.a.test/x",
  ],
  [
    "an encoded label, if all other labels are blocked",
    {
      domains: ["*n--bcher-kva.a.test"],
      blocked: characters.flatMap((each) => [
        ...(each === "x" ? [] : [`${each}*.a.test`]),
        ...(each === "n" ? [] : [`x${each}*.a.test`]),
        `xn${each}*.a.test`,
        `xn-${each}*.a.test`,
        `x-${each}*.a.test`,
      ]),
    },
    ["a.test"],
    "GET https://xn--bcher-kva.a.test/ by *n--bcher-kva.a.test",
  ],
  [
    "another spelling of localhost, which covers only this name",
    { domains: ["localhost.:8080", "ｌocalhost:8081"] },
    ["https://*.localhost/**"],
    "holds",
  ],
  [
    "names below localhost in a claim about localhost",
    { domains: ["a.localhost:8080"] },
    ["localhost"],
    "GET https://a.localhost:8080/ by a.localhost:8080",
  ],
  [
    "a host whose representative is an excepted name",
    { domains: ["*.a.test"], blocked: ["ghijklmnopqrstuvwyz.a.test"] },
    ["*.a.test", "x.a.test", "y.a.test"],
    "GET https://b.a.test/ by *.a.test",
  ],
  [
    "hosts of which the exceptions cover each first character",
    { domains: ["*.a.test"] },
    ["*.a.test", ...characters.flatMap((first) => [`${first}*.a.test`, `*.${first}*.a.test`])],
    "holds",
  ],
  [
    "a label that begins like an encoding",
    { urls: ["https://xn-*.a.test/x"] },
    ["https://*-y.a.test/**"],
    "GET https://xn-y.a.test/x by https://xn-*.a.test/x",
  ],
  [
    "a host with another case and a final dot",
    { domains: ["a.test"] },
    ["https://A.Test./**"],
    "GET https://a.test/ by a.test",
  ],
  [
    "an IPv4 address",
    { domains: ["10.0.0.1:8080"] },
    ["*"],
    "GET https://10.0.0.1:8080/ by 10.0.0.1:8080",
  ],
  ["an IPv6 address", { domains: ["[::1]:443"] }, ["[::1]"], "GET https://[::1]/ by [::1]:443"],
  [
    "localhost",
    { domains: ["localhost:11434"] },
    ["POST localhost"],
    "POST https://localhost:11434/ by localhost:11434",
  ],
  [
    "localhost, which an exception without a port does not cover",
    { domains: ["http://localhost"] },
    ["*", "*"],
    "GET http://localhost/ by http://localhost",
  ],
  [
    "a host that only the claim's domain covers",
    { domains: ["b.a.test"] },
    ["a.test"],
    "GET https://b.a.test/ by b.a.test",
  ],
  [
    "a host that a URL claim does not cover",
    { domains: ["b.a.test"] },
    ["https://a.test/**"],
    "holds",
  ],
];
