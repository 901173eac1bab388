import { afterEach, beforeEach, expect, test } from "vitest";
import type { Fault } from "../../emulator/emulator.ts";
import { findFlaws, openBench, rerunToTheEnd, type Bench } from "./setup/bench.ts";
import { sample } from "../sample.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

interface Case {
  readonly fault: Fault;
  readonly code: number;
  readonly says: RegExp;
}

const control = "/repos/acme/control";

const cases: Record<string, Case> = {
  "the network is down": {
    fault: { on: "**", times: 0, play: { kind: "cut", when: "before" } },
    code: 4,
    says: /✖ GET \/repos\/acme\/control failed: [^]*\n │ Check the network/,
  },
  "the login is not good any more": {
    fault: { on: "**", times: 0, play: { kind: "signed-out" } },
    code: 5,
    says: /✖ acme\/control cannot be set up yet:\n │ - the token from .* was rejected \(401\)/,
  },
  "the organization wants single sign-on": {
    fault: { on: `GET ${control}/actions/variables`, times: 0, play: { kind: "sso" } },
    code: 3,
    says: /single sign-on\.\n │ Authorize this login:\n +http:\/\/127/,
  },
  "the response to the code is lost": {
    fault: { on: "POST /app-manifests/*/conversions", play: { kind: "cut", when: "after" } },
    code: 3,
    says: /✖ The registration code was rejected \(404\)/,
  },
  "the code cannot be exchanged": {
    fault: { on: "POST /app-manifests/**", times: 0, play: { kind: "status", status: 503 } },
    code: 4,
    says: /✖ POST \/app-manifests\/\{code\}\/conversions failed: 503/,
  },
  "the forge takes no secrets": {
    fault: { on: `PUT ${control}/actions/secrets/*`, times: 0, play: { kind: "rate-limited" } },
    code: 5,
    says: /✖ The App gatehouse-acme-control-read exists, but its credential is incomplete/,
  },
  "the forge has no installations for the App": {
    fault: { on: "GET /app/installations", times: 0, play: { kind: "not-found" } },
    code: 3,
    says: /✖ The API rejected GET \/app\/installations: 404 Not Found\n │ Check on the App's/,
  },
};

test.each(sample("faults of a setup", Object.entries(cases), 2))(
  "%s: the fault is reported, and a rerun completes",
  async (_, played) => {
    const { fault, code, says } = played;
    bench.emulator.setFaults([fault]);
    const ending = await bench.start({ args: ["--json"] }).ended;
    expect(ending.stderr).toMatch(says);
    expect(ending.stderr).not.toMatch(/\n\s+at /);
    expect(ending).toMatchObject({ code, stdout: "" });

    bench.emulator.setFaults([]);
    expect((await rerunToTheEnd(bench)).ending.code).toBe(0);
    expect(await findFlaws(bench)).toEqual([]);
  },
);
