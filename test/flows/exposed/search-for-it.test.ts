import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Material } from "../../../flows/exposed/provide-credential.ts";
import { searchForIt } from "../../../flows/exposed/search-for-it.ts";
import type { StoredCredential } from "../../../src/credentials/credential.ts";
import type { ExposureSearch, SearchRequest } from "../../../src/plane/exposed/search.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";
import { RateLimited } from "../../../src/forge/forge-errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { at, openIncident, respondWith, type Given } from "./step-bench.ts";

const token = `github_pat_${"a1".repeat(41)}`;
const clean: ExposureSearch = {
  since: at,
  until: at,
  by: "value",
  searched: { logs: 3, outputs: 2 },
  findings: [],
  notSearched: [],
};

type RequestOptions = Pick<SearchRequest, "secrets" | "since" | "outputs" | "report">;

function search(
  provided: readonly [StoredCredential, Material | undefined][],
  given: Given & { found?: Partial<ExposureSearch>; since?: Date } = {},
) {
  const wanted: Omit<RequestOptions, "report">[] = [];
  const deps = {
    search: ({ secrets, since, outputs, report }: RequestOptions) => {
      wanted.push({ secrets, since, outputs });
      report("Reading run 1");
      return Promise.resolve({ ...clean, ...given.found });
    },
    ...(given.since && {
      options: { credentials: [], packages: [], switches: [], isYes: false, since: given.since },
    }),
    ...given.deps,
  };
  const answers = { since: "1d", ...given.answers };
  const scope = { credentials: ["pat" as const], ...given.scope };
  const options = { ...given, deps, answers, scope };
  return respondWith((response) => searchForIt(response, new Map(provided)), options).then(
    (run) => ({ ...run, wanted, options: wanted[0] }),
  );
}

const none: [StoredCredential, undefined] = ["pat", undefined];
const days = (count: number) => new Date(Date.parse(at) - count * 24 * 60 * 60_000);

describe("the search term", () => {
  test("is the credential that was provided for revocation", async () => {
    const secret = new Secret(token);
    const { options, asked, waits } = await search([["pat", { kind: "token", secret }]]);
    expect(waits[0]?.body?.[0]).toBe(
      "The credential, in plain text or encoded, and anything that looks like one.",
    );
    expect(options?.secrets).toEqual([secret]);
    expect(asked).toEqual(["since"]);
  });

  test("is requested if the revocation was completed in an earlier run", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-search-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "token"), token);
    const { options, asked } = await search([], {
      answers: { "pat-available": "token" },
      secrets: { "pat-token": { file: join(folder, "token") } },
    });
    expect(asked).toEqual(["pat-available", "pat-token", "since"]);
    expect(options?.secrets.map((each) => each.reveal())).toEqual([token]);
  });

  test("is any text that resembles a credential if the credential is not available", async () => {
    const { options, waits } = await search([none]);
    expect(waits[0]?.body).toEqual(["Anything that looks like a key or a token."]);
    expect(options?.secrets).toEqual([]);
  });
});

describe("the start of the searched period", () => {
  test.each<[string, Date]>([
    ["1d", days(1)],
    ["7d", days(7)],
    ["30d", days(30)],
  ])("is %s before the incident was opened", async (since, wanted) => {
    expect((await search([none], { answers: { since } })).options?.since).toEqual(wanted);
  });

  test("is a day that the operator names", async () => {
    const answers = { since: "other", "since-day": "2026-03-01" };
    const { options, questions } = await search([none], { answers });
    expect(options?.since).toEqual(new Date("2026-03-01"));
    expect(questions["since-day"]).toMatchObject({ initial: "2026-08-23" });
    expect(questions["since"]?.body).toEqual([
      "gatehouse searches run logs, issues, comments and pull requests from that time on.",
    ]);
  });

  test("is not accepted if the day is invalid", async () => {
    const answers = { since: "other", "since-day": "yesterday" };
    const { wanted, error } = await search([none], { answers });
    expect(error?.message).toContain("Enter a date such as 2026-11-21 (year, month, day).");
    expect(wanted).toEqual([]);
  });

  test("can be given on the command line", async () => {
    const since = new Date("2026-02-01");
    const { options, asked } = await search([none], { since });
    expect(options?.since).toEqual(since);
    expect(asked).toEqual([]);
  });
});

describe("the repositories in which outputs are searched", () => {
  const nameAll = (options: Omit<RequestOptions, "report"> | undefined) =>
    options?.outputs.map(({ full }) => full);

  test("are only the control repository by default", async () => {
    expect(nameAll((await search([none])).options)).toEqual(["acme/control"]);
  });

  test("include the alternate repository of safe outputs", async () => {
    const settings = { alternateRepository: "acme/outputs" } as Settings;
    const { options } = await search([none], { situation: { settings } });
    expect(nameAll(options)).toEqual(["acme/control", "acme/outputs"]);
  });
});

describe("a search", () => {
  const finding = { where: "run 1", link: "l", what: "a token" } as const;

  test.each<[Partial<ExposureSearch>, string, string]>([
    [{}, "done", "Nothing found in 3 logs and 2 outputs."],
    [{ findings: [finding] }, "done", "1 finding in 3 logs and 2 outputs."],
    [
      { notSearched: [{ where: "run 2", reason: "403" }] },
      "partial",
      "Nothing found in 3 logs and 2 outputs; 1 could not be searched.",
    ],
  ])("records the result after finding %o", async (found, result, statement) => {
    const { last, text: shown } = await search([none], { found });
    expect(shown).toContain("Reading run 1");
    const written = { step: "search", result, statement, evidence: [] };
    expect(last).toMatchObject({ ...written, search: { ...clean, ...found } });
  });

  test("fails if a rate limit stops it", async () => {
    const limit = new RateLimited({ status: 403, request: "GET log", resetsAt: undefined });
    const { last } = await search([none], { deps: { search: () => Promise.reject(limit) } });
    expect(last).toMatchObject({ step: "search", result: "failed" });
  });

  test("is not repeated after it was completed", async () => {
    const journal = await openIncident({}, { step: "search" });
    const { wanted, asked } = await search([none], { journal });
    expect({ wanted, asked }).toEqual({ wanted: [], asked: [] });
  });
});
