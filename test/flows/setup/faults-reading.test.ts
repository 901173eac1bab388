import { describe, expect, test } from "vitest";
import { playFault, type Expectation, type PlayName } from "./play-fault.ts";
import { sample } from "../../sample.ts";

const unreachable = /wrong: GET [^:]* failed: .*\nCheck the network and the host's status/;
const singleSignOn =
  /the organization requires single sign-on\.\nAuthorize this login:\n {2}http\S+\nThen run the same command again/;
const limited = /rate limit exceeded; no more requests until \S+Z\.\nWait until \S+Z, then run/;

/** Results that are the same for every read, because the client handles them. */
const always: Partial<Record<PlayName, Expectation>> = {
  "500 once": "completes",
  "cut always": unreachable,
  "single sign-on": singleSignOn,
  "rate limit": limited,
};

const signIn =
  /Requires authentication\nSign in again: stop the embedded forge and start it again:\n {2}gatehouse emulator --port/;
const account = /Check which account is signed in/;

const reads: Record<string, Partial<Record<PlayName, Expectation>>> = {
  "GET /repos/acme/control": {
    "502 always": unreachable,
    "cut before": "completes",
    "cut after": "completes",
    "secondary limit": limited,
    "signed out":
      /the token from the stored login was rejected \(401\)\nSign in again: stop the embedded forge/,
    "not found": /- it does not exist, or is not visible to your account \(.*\)\nCheck the name/,
    "not accessible": account,
  },
  "GET /user/memberships/orgs/acme": {
    // The operator is not a member, so an owner approves.
    "not found": "completes",
    "not accessible": "completes",
  },
  "GET /repos/acme/control/contents/**": { "signed out": signIn, "not accessible": account },
  "GET /repos/acme/control/actions/variables": { "signed out": signIn, "not found": account },
  "GET /repos/acme/control/actions/secrets": { "not accessible": account },
  "GET /apps/gatehouse-acme-control-read": { "not found": "completes" },
};

const cases = Object.entries(reads).flatMap(([on, own]) =>
  Object.entries({ ...always, ...own }).map(([name, expected]) => ({
    on,
    name: name as PlayName,
    expected,
  })),
);

// Tests run concurrently because most of their time is a pause between two attempts.
test.concurrent.each(sample("faults of reads", cases, 15))(
  "$on: $name",
  async ({ on, name, expected }) => {
    expect(await playFault(on, name, expected, "refused")).toEqual([]);
  },
);

// If the one query fails, each of its facts is requested separately.
describe.concurrent("POST /graphql", () => {
  const names = [
    ...(["500 once", "502 always", "cut before", "cut after", "cut always"] as const),
    ...(["single sign-on", "rate limit", "signed out", "not found", "not accessible"] as const),
  ];
  test.each(sample("faults of the query", names, 3))("%s: the setup completes", async (name) => {
    expect(await playFault("POST /graphql", name, "completes")).toEqual([]);
  });
});

// The operator sees the forge's own page, goes back, and opens the page again.
const pages: Record<string, readonly PlayName[]> = {
  "POST /organizations/acme/settings/apps/new": ["500 once", "cut before", "signed out once"],
  "POST /organizations/acme/settings/apps": ["name taken", "500 once", "cut before"],
  "GET /apps/*/installations/new/permissions": [
    ...(["not found once", "500 once", "cut before"] as const),
    "signed out once",
  ],
  "POST /apps/*/installations": ["500 once", "cut before", "cut after"],
};

const openings = Object.entries(pages).flatMap(([on, names]) =>
  names.map((name) => ({ on, name })),
);

test.concurrent.each(sample("faults of pages", openings, 4))(
  "$on: $name: the page is opened again, and the setup continues",
  async ({ on, name }) => {
    expect(await playFault(on, name, "completes")).toEqual([]);
  },
);

test("the setup completes if every response of the forge is slow", async () => {
  expect(await playFault("**", "latency", "completes")).toEqual([]);
});
