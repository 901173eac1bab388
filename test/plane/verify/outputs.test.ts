import { expect, test } from "vitest";
import { readReviewOutputs } from "../../../src/plane/verify/outputs.ts";
import { openOddForge } from "../../forge/forge-bench.ts";

const token = `github_pat_11ABCDEFG0${"k3Jq9Zx7Vb2N".repeat(7)}`.slice(0, 93);
const at = "2026-11-20T00:00:00Z";
const issue = { number: 7, title: "t", comments: 0, updated_at: at, html_url: "l" };

/**
 * Returns the issues and comments that contain a credential, and whether the comments were
 * requested.
 */
async function read(issues: readonly object[], comments: readonly object[] = []) {
  let isAsked = false;
  const { client } = await openOddForge((request, response) => {
    const isOfComments = request.path.includes("/comments");
    isAsked ||= isOfComments;
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(isOfComments ? comments : issues));
  });
  const { latest } = await readReviewOutputs(client, "acme/control");
  return { held: latest.map(({ hasCredential }) => hasCredential), isAsked };
}

test.each([
  ["title, without a body", { title: token }],
  ["title, with an empty body", { title: token, body: null }],
  ["body", { body: token }],
])("a credential is found in an issue's %s", async (_, written) => {
  expect((await read([{ ...issue, ...written }])).held).toEqual([true]);
});

test("an issue without a body contains no credential", async () => {
  expect((await read([issue])).held).toEqual([false]);
});

test("a comment without a body does not count as clean", async () => {
  const comments = [{ id: 1 }, { id: 2, body: "fine" }, { id: 3, body: token }];
  const { held } = await read([{ ...issue, comments: 3 }], comments);
  expect(held).toEqual([false, undefined, false, true]);
});

test.each([
  ["not if none of the few issues has comments", [issue, issue], false],
  ["if one of the issues has comments", [issue, { ...issue, comments: 1 }], true],
  ["if there can be more issues than were listed", Array.from({ length: 100 }, () => issue), true],
])("comments are requested only if they can exist: %s", async (_, issues, wanted) => {
  const { held, isAsked } = await read(issues, [{ id: 1, body: token }]);
  expect(isAsked).toBe(wanted);
  expect(held.includes(true)).toBe(wanted);
});
