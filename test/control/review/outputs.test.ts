import { expect, test } from "vitest";
import { readReviewOutputs } from "../../../src/control/review/outputs.ts";
import { openOddForge } from "../../forge/forge-bench.ts";

const token = `github_pat_11ABCDEFG0${"k3Jq9Zx7Vb2N".repeat(7)}`.slice(0, 93);
const at = "2026-11-20T00:00:00Z";
const issue = { number: 7, title: "t", comments: 0, updated_at: at, html_url: "l" };

/** Which outputs hold a credential, of these issues and comments. */
async function findHeld(issues: readonly object[], comments: readonly object[] = []) {
  const { client } = await openOddForge((request, response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(request.path.includes("/comments") ? comments : issues)),
  );
  const { latest } = await readReviewOutputs(client, "acme/control");
  return latest.map(({ holdsCredential }) => holdsCredential);
}

test.each([
  ["title, without a body", { title: token }],
  ["title, with an empty body", { title: token, body: null }],
  ["body", { body: token }],
])("a credential is seen in an issue's %s", async (_, written) => {
  expect(await findHeld([{ ...issue, ...written }])).toEqual([true]);
});

test("an issue without a body holds none", async () => {
  expect(await findHeld([issue])).toEqual([false]);
});

test("a comment whose text is not told is not taken for clean", async () => {
  const comments = [{ id: 1 }, { id: 2, body: "fine" }, { id: 3, body: token }];
  expect(await findHeld([], comments)).toEqual([undefined, false, true]);
});
