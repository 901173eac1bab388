import type { Texts } from "../compile.ts";

/** Rules, a claim with its exceptions, and the expected request; "holds" if none is expected. */
export type Case = readonly [
  what: string,
  rules: Texts,
  claim: readonly [never: string, ...except: string[]],
  expected: string,
];

const api = "https://api.test";
const acme = `${api}/repos/acme/**`;

export const paths: readonly Case[] = [
  ["the same pattern", { urls: [acme] }, [`POST ${api}/**`, acme], "holds"],
  ["no rule", {}, ["*"], "holds"],
  [
    "a sibling with the same start",
    { urls: [`${api}/repos/acme**`] },
    [`POST ${api}/**`, acme],
    `POST ${api}/repos/acme by ${api}/repos/acme**`,
  ],
  [
    "a * where the exception names a word",
    { urls: [`${api}/repos/*/issues`] },
    [`POST ${api}/**`, acme],
    `POST ${api}/repos/x/issues by ${api}/repos/*/issues`,
  ],
  [
    "a trailing slash",
    { urls: [`${api}/a`, `${api}/a/`] },
    [`${api}/**`, `${api}/a`],
    `GET ${api}/a/ by ${api}/a/`,
  ],
  [
    "a query, which the exception does not cover",
    { urls: [`${api}/a?*`] },
    [`${api}/**`, `${api}/a`],
    `GET ${api}/a? by ${api}/a?*`,
  ],
  [
    "a value of a query",
    { urls: [`${api}/a?x=*`] },
    [`${api}/**`, `${api}/a?x=1*`, `${api}/a?x=`],
    `GET ${api}/a?x=y by ${api}/a?x=*`,
  ],
  [
    "every query of a path that ends with a wildcard",
    { urls: [`${api}/a*`] },
    [`${api}/a`],
    `GET ${api}/a by ${api}/a*`,
  ],
  [
    "two exceptions that cover a pattern only together",
    { urls: [`${api}/*`] },
    [`${api}/**`, `${api}/`, `${api}/*?*`, `${api}/a*`],
    `GET ${api}/x by ${api}/*`,
  ],
  [
    "exceptions that exclude each other's rest",
    { urls: [`${api}/*/b`] },
    [`${api}/*/b`, `${api}/a/*`, `${api}/*/b`],
    "holds",
  ],
  [
    "a parameter after a semicolon",
    { urls: [`${api}/a;v=*`] },
    [`${api}/a`],
    `GET ${api}/a;v= by ${api}/a;v=*`,
  ],
  [
    "a parameter that the claim names",
    { urls: [`${api}/a*`] },
    [`${api}/a;v=1`],
    `GET ${api}/a;v=1 by ${api}/a*`,
  ],
  [
    "a parameter without which the rule does not match",
    { urls: [`${api}/*b`] },
    [`${api}/a;b`],
    "holds",
  ],
  [
    "a parameter that only a wildcard matches",
    { urls: [`${api}/a*b;v`] },
    [`${api}/a`],
    `GET ${api}/a;b;v by ${api}/a*b;v`,
  ],
  [
    "a parameter of a dot segment",
    { urls: [`${api}/.*;v`] },
    [`${api}/**`],
    `GET ${api}/.x;v by ${api}/.*;v`,
  ],
  [
    "a parameter that the rule cannot match without",
    { urls: [`${api}/a;v=1`] },
    [`${api}/**`, `${api}/a;v=*`],
    "holds",
  ],
  ["an escape", { urls: [`${api}/a%20b`] }, [`${api}/*%20*`], `GET ${api}/a%20b by ${api}/a%20b`],
  [
    "a letter that is not ASCII",
    { urls: [`${api}/é*`] },
    [`${api}/%c3%a9`],
    `GET ${api}/%C3%A9 by ${api}/é*`,
  ],
  [
    "a letter within another",
    { urls: [`${api}/%C3%A9`] },
    [`${api}/*A9`],
    `GET ${api}/%C3%A9 by ${api}/%C3%A9`,
  ],
  [
    "digits after an escaped percent sign",
    { urls: [`${api}/%25*`] },
    [`${api}/*41`],
    `GET ${api}/%25x41 by ${api}/%25*`,
  ],
  [
    "dot segments",
    { urls: [`${api}/.*`] },
    [`${api}/**`, `${api}/.*x*`, `${api}/.*..*`],
    `GET ${api}/.y by ${api}/.*`,
  ],
  [
    "only invalid paths",
    { urls: [`${api}/*./**`] },
    [`${api}/**`, `${api}/*x**`, `${api}/*y**`],
    `GET ${api}/z./ by ${api}/*./**`,
  ],
  [
    "paths that servers read differently",
    { urls: [`${api}/**`] },
    [`${api}/a/**`, `${api}/**`],
    "holds",
  ],
  ["a path below another rule", { urls: [`${api}/a/**`, `${api}/b`] }, [`${api}/b/**`], "holds"],
];

export const methods: readonly Case[] = [
  [
    "a method of a list",
    { urls: [{ text: `${api}/**`, methods: ["GET", "post"] }] },
    [`POST,PUT ${api}/**`],
    `POST ${api}/ by ${api}/**`,
  ],
  [
    "no method of a list",
    { urls: [{ text: `${api}/**`, methods: ["GET", "HEAD"] }] },
    [`POST,PUT ${api}/**`],
    "holds",
  ],
  [
    "an unusual method",
    { urls: [`${api}/**`] },
    [`${api}/**`, `GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS ${api}/**`],
    `PROPFIND ${api}/ by ${api}/**`,
  ],
  [
    "a method that nobody names",
    { urls: [`${api}/**`] },
    [`${api}/**`, `GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS,PROPFIND ${api}/**`],
    `GETPOSTPUTPATCHDELETEHEADOPTIONSPROPFINDX ${api}/ by ${api}/**`,
  ],
  [
    "an exception for some methods",
    { urls: [{ text: `${api}/a`, methods: ["GET", "DELETE"] }] },
    [`${api}/**`, `GET ${api}/a`],
    `DELETE ${api}/a by ${api}/a`,
  ],
  [
    "a method in lowercase",
    { urls: [{ text: `${api}/a`, methods: ["PURGE"] }] },
    [`purge ${api}/a`],
    `PURGE ${api}/a by ${api}/a`,
  ],
];
