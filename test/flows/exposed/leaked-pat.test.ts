import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CommandFormatter } from "../../../src/plane/repository/command-line.ts";
import { renderExposure } from "../../../src/commands/outcomes/write-exposure.ts";
import { keepProofs, readSetUpProofs } from "../../../src/commands/set-up-proofs.ts";
import { journalPath } from "../../../src/commands/journal-path.ts";
import { openExposedBench, results, startRun, storePat } from "./bench.ts";
import type { ExposedBench } from "./bench.ts";

const command: CommandFormatter = (verb, more = []) => ["gatehouse", verb, ...more].join(" ");

const home = "/repos/acme/control";

const pat = { environment: "control-plane", repositories: ["acme/control"] };
const at = "2026-11-21T09:00:00.000Z";
const provedPat = {
  proved: [],
  refuted: [],
  pat: { ...pat, proof: { storedAt: at, expiresAt: "2099-01-01T00:00:00.000Z", provedAt: at } },
};

/** Reads the proof on which the status depends. */
async function readPatProof({ env, location }: ExposedBench) {
  return (await readSetUpProofs(env, location)).patProofOf(pat);
}

test("while another setup runs, the operator can continue and keep the proof; a later run deletes it", async () => {
  const bench = await openExposedBench();
  const token = await storePat(bench);
  await keepProofs(bench.env, bench.location, provedPat);
  const lock = `${journalPath(bench.env, { ...bench.location, flow: "setup" })}.lock`;
  writeFileSync(lock, `${process.ppid} another process\n`, { mode: 0o600 });
  const given = {
    answers: { ...answers, "pat-rotation": "later" },
    secrets: { "pat-token": token },
  };
  const goneOn = await bench.respond({
    ...given,
    answers: { ...given.answers, "failure:pat-proofs": "continue" },
  });
  expect(goneOn.statement).toContain(
    `wrong: Another gatehouse process (PID ${process.ppid}) is using `,
  );
  expect(await readPatProof(bench)).toBeDefined();
  rmSync(lock);
  await bench.respond(given);
  expect(await readPatProof(bench)).toBeUndefined();
});

const answers = {
  credentials: ["pat"],
  packages: ["review", "triage"],
  contain: true,
  "pat-available": "token",
  "pat-revoke": true,
  since: "7d",
  "pat-rotation": "wait",
  "review-mode": true,
  "switches-on": true,
};

test("revocation and rotation of exposed credentials are listed as steps, even if they are chosen in a question", async () => {
  const bench = await openExposedBench();
  const token = await storePat(bench);
  const { statement } = await bench.respond({
    answers: { ...answers, "pat-rotation": "later" },
    secrets: { "pat-token": token },
  });
  const steps = statement.match(/^\[[4-6] of \d+\] .+$/gm);
  expect(steps).toEqual([
    "[4 of 8] Revocation: fine-grained PAT",
    "[5 of 8] Search",
    "[6 of 8] Rotation: fine-grained PAT",
  ]);
});

test("contains, revokes, searches for and replaces a leaked PAT, in the order of the specification", async () => {
  const bench = await openExposedBench();
  const { forge, respond } = bench;
  const token = await storePat(bench);
  const base64 = Buffer.from(`x:${token}`).toString("base64");
  const leaking = await startRun(forge, `echo one; echo "basic ${base64}"`, "completed");
  const active = await startRun(forge, "sleep 600", "in_progress");
  const issue = await forge.rest("POST", `${home}/issues`, {
    body: { title: "Report", body: `All good.\n\nused ${token.slice(0, 50)}` },
  });
  await forge.rest("POST", `${home}/issues/${issue.json.number}/comments`, {
    body: { body: `second half ${token.slice(46)}` },
  });

  const seenAt: string[] = [];
  await keepProofs(bench.env, bench.location, provedPat);
  expect(await readPatProof(bench)).toBeDefined();
  const { record, error, statement } = await respond({
    answers,
    secrets: { "pat-token": token },
    change: (deps) => ({
      storedAt: async (credential, found) => {
        // The operator rotates in another terminal while this run checks.
        if (seenAt.length === 1) {
          const where = ["--env", "control-plane", "--repo", "acme/control"];
          await bench.cli(["secret", "set", "CP_FORGE_TOKEN", ...where], "github_pat_another");
        }
        seenAt.push(credential);
        return deps.storedAt(credential, found);
      },
    }),
  });

  expect(error).toBeUndefined();
  expect(await readPatProof(bench)).toBeUndefined();
  expect(results(record)).toEqual([
    "switches-off: done",
    "cancel-runs: done",
    "runs-ended: done",
    "ended pat: done",
    "search: done",
    "rotated pat: done",
    "review-mode: done",
    "switches-on: done",
  ]);
  expect(record).toMatchObject({ state: "closed", open: [], incident: { openedBy: "mona" } });
  expect(await bench.statusOf(active)).toBe("completed");
  expect((await forge.rest("GET", "/user", { token })).status).toBe(401);
  expect(await bench.mode()).toBe("review");
  expect(await bench.variable("CP_REVIEW_ENABLED")).toBe("true");

  const search = record.entries.find(({ step }) => step === "search")?.search;
  const known = search?.findings.filter(({ what }) => what === "the credential");
  expect(known?.map(({ where }) => where.replace(/^(job|comment) \d+/, "$1 N"))).toEqual([
    `job N of run ${leaking}, line 3`,
    "issue acme/control#1, line 4",
    "comment N of issue acme/control#1, line 1",
  ]);

  const everything = [statement, readFileSync(bench.journalFile, "utf8"), JSON.stringify(record)];
  for (const text of [...everything, renderExposure(record, command)]) {
    // All tokens share a prefix. After it, any twelve consecutive characters would reveal too much.
    for (let at = 12; at + 12 <= token.length; at += 4) {
      expect(text).not.toContain(token.slice(at, at + 12));
    }
    expect(text).not.toContain(base64);
  }
});

test("contains the exposure before every step that takes time", async () => {
  const bench = await openExposedBench();
  const token = await storePat(bench);
  await startRun(bench.forge, "echo done", "completed");
  await startRun(bench.forge, "sleep 600", "in_progress");
  await bench.forge.control("DELETE", "requests");
  await bench.respond({
    answers: { ...answers, "pat-rotation": "later" },
    secrets: { "pat-token": token },
  });
  const log = bench.forge.emulator.requests().map(({ method, path }) => `${method} ${path}`);
  const first = (pattern: RegExp) => log.findIndex((line) => pattern.test(line));
  const order = [
    first(/^PATCH .*\/actions\/variables\/CP_REVIEW_ENABLED$/),
    first(/^POST .*\/cancel$/),
    first(/^POST \/credentials\/revoke$/),
    first(/^GET .*\/logs$/),
  ];
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  // The initial inspection must be short.
  expect(order[0]).toBeLessThan(15);
});

test("a PAT that is not available is deleted by a person, and the record states this", async () => {
  const bench = await openExposedBench();
  await storePat(bench);
  const { record } = await bench.respond({
    answers: {
      ...answers,
      "pat-available": "none",
      "pat-deleted": true,
      "pat-rotation": "reported",
      "switches-on": false,
    },
  });
  const ended = record.entries.find(({ step }) => step === "ended pat");
  expect(ended?.evidence).toEqual([
    `${bench.forge.emulator.origin}/settings/personal-access-tokens`,
  ]);
  expect(results(record)).toContain("ended pat: reported");
  expect(results(record)).toContain("rotated pat: reported");
  expect(record.open).toEqual([
    "Restore kill switches: CP_REVIEW_ENABLED, CP_TRIAGE_ENABLED remain false.",
  ]);
  expect(record.entries.find(({ step }) => step === "search")?.search?.by).toBe("shape");
  expect(renderExposure(record, command)).toMatch(/^ ” Revocation: fine-grained PAT +reported /m);
});

test("a switch that was off before stays off", async () => {
  const bench = await openExposedBench();
  await bench.forge.rest("PATCH", `${home}/actions/variables/CP_TRIAGE_ENABLED`, {
    body: { value: "false" },
  });
  const { record } = await bench.respond({
    answers: {
      ...answers,
      "pat-available": "none",
      "pat-deleted": true,
      "pat-rotation": "reported",
    },
  });
  expect(record.state).toBe("closed");
  expect(await bench.variable("CP_REVIEW_ENABLED")).toBe("true");
  expect(await bench.variable("CP_TRIAGE_ENABLED")).toBe("false");
});
