import { describe, expect, test } from "vitest";
import { AnswerNotAccepted, RateLimited } from "../../../src/forge/forge-errors.ts";
import { readTargetFacts } from "../../../src/forge/resources/target-facts.ts";
import { failureOf, openOddForge } from "../forge-bench.ts";

const about = {
  databaseId: 7,
  nameWithOwner: "acme/web",
  visibility: "PUBLIC",
  isArchived: false,
  hasIssuesEnabled: true,
  hasPullRequestsEnabled: false,
  defaultBranchRef: null,
  files: null,
};
const request = { filesIn: ".forge/workflows", pullRequestSwitch: true };

/** Parses a forge's responses in this order. */
async function readFrom(answers: readonly object[], names = ["acme/web"]) {
  const { client, asked } = await openOddForge((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.setHeader("x-ratelimit-reset", "1900000000");
    response.end(JSON.stringify(answers[asked().length - 1]));
  });
  return readTargetFacts(client, names, request);
}

describe("the result of a query for each repository", () => {
  test("contains its facts; a missing directory has no files", async () => {
    const { answers, cost } = await readFrom([{ data: { rateLimit: { cost: 3 }, r0: about } }]);
    expect(cost).toBe(3);
    expect(answers).toMatchObject([
      { state: "found", facts: { id: 7, visibility: "public", hasPullRequests: false, files: [] } },
    ]);
  });

  test.each([
    ["not found", { type: "NOT_FOUND", path: ["r0"] }, { state: "absent" }],
    [
      "behind single sign-on",
      { type: "FORBIDDEN", path: ["r0"], extensions: { saml_failure: true }, message: "SAML" },
      { state: "unread", reason: "the organization requires single sign-on" },
    ],
    [
      "cut off by a resource limit",
      { type: "RESOURCE_LIMITS_EXCEEDED", path: ["r0"] },
      { state: "cut" },
    ],
    ["omitted without an error", { type: "NOT_FOUND", path: ["r9"] }, { state: "cut" }],
    [
      "rejected with another message",
      { path: ["r0"], message: `no ghp_${"a1B2".repeat(9)}` },
      { state: "unread", reason: "no [secret]" },
    ],
  ])("a repository that is %s is reported as such", async (_, error, answer) => {
    const { answers } = await readFrom([{ data: { r0: null }, errors: [error] }]);
    expect(answers).toEqual([answer]);
  });

  const forbidden = { type: "FORBIDDEN", message: "Resource not accessible" };
  const reason = forbidden.message;
  test.each([
    ["the default branch", ["defaultBranchRef"], { what: "default branch", reason }],
    [
      "the commit of the default branch",
      ["defaultBranchRef", "target"],
      { what: "default branch", reason },
    ],
    ["the files", ["files", "entries", 3], { what: "files", reason }],
    ["any other field", ["hasIssuesEnabled"], { what: "repository", reason }],
  ])("a null with a rejection of %s is not an empty value", async (_, path, refused) => {
    const errors = [{ ...forbidden, path: ["r0", ...path] }];
    const { answers } = await readFrom([{ data: { r0: about }, errors }]);
    expect(answers).toMatchObject([{ state: "found", facts: { id: 7 }, refused: [refused] }]);
  });

  const { files: _files, ...unasked } = about;
  const head = (oid: string) => ({ ...about, defaultBranchRef: { name: "main", target: { oid } } });
  test.each([
    ["a head that is not a commit hash", head("../x"), ["default branch"]],
    ["invalid files", { ...about, files: { entries: [{ name: 7, type: "blob" }] } }, ["files"]],
    [
      "a file outside the folder",
      { ...about, files: { entries: [{ name: "../a", type: "blob" }] } },
      ["files"],
    ],
    ["missing files", unasked, ["files"]],
    ["all as expected", head("a".repeat(40)), []],
  ])("%s: the other facts are kept", async (_, r0, parts) => {
    const { answers } = await readFrom([{ data: { r0 } }]);
    expect(answers).toMatchObject([{ state: "found", facts: { fullName: "acme/web" } }]);
    const refused = answers.flatMap((each) => ("refused" in each ? each.refused : []));
    expect(refused.map(({ what }) => what)).toEqual(parts);
  });

  test.each([
    { nameWithOwner: "acme/../../user/x?y=" },
    { nameWithOwner: " acme/web" },
    { databaseId: -7 },
  ])("%o is not a repository", async (odd) => {
    const { answers } = await readFrom([{ data: { r0: { ...about, ...odd } } }]);
    expect(answers).toMatchObject([{ state: "unread" }]);
  });

  test("an error in another form keeps the answered part", async () => {
    const errors = [{ path: [null], message: 7 }, "?", { type: "NOT_FOUND", path: ["r1"] }];
    const { answers } = await readFrom(
      [{ data: { r0: about, r1: null }, errors }],
      ["acme/web", "acme/api"],
    );
    expect(answers).toMatchObject([{ state: "found" }, { state: "absent" }]);
  });

  test("a malformed repository does not affect the other repositories", async () => {
    const broken = { ...about, isArchived: "no" };
    const data = { r0: broken, r1: about };
    const { answers } = await readFrom([{ data }], ["acme/web", "acme/api"]);
    expect(answers).toMatchObject([
      { state: "unread", reason: expect.stringContaining('"isArchived"') as string },
      { state: "found" },
    ]);
  });
});

test("an older forge is queried again without the unknown setting, and has pull requests enabled", async () => {
  const message = "Field 'hasPullRequestsEnabled' doesn't exist on type 'Repository'";
  const { hasPullRequestsEnabled: _, ...older } = about;
  const found = await readFrom([{ errors: [{ message }] }, { data: { r0: older } }]);
  expect(found).toMatchObject({
    lacksSwitch: true,
    answers: [{ state: "found", facts: { hasPullRequests: true } }],
  });
});

test.each([
  { errors: [{ type: "RATE_LIMITED" }] },
  { errors: [{ type: "RATE_LIMIT", code: "graphql_rate_limit" }] },
  { message: "You have exceeded a secondary rate limit. Please wait a few minutes." },
])("an exhausted budget within a response is a rate limit with its reset: %o", async (answer) => {
  const error = await failureOf(readFrom([answer]));
  expect(error).toBeInstanceOf(RateLimited);
  expect(error).toMatchObject({ resetsAt: new Date(1_900_000_000_000) });
});

test("a response without data is not accepted", async () => {
  const message = "Something went wrong while executing your query.";
  const error = await failureOf(readFrom([{ data: null, errors: [{ message }] }]));
  expect(error).toBeInstanceOf(AnswerNotAccepted);
  expect(error.message).toContain(message.slice(0, 30));
});
