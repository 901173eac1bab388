import { expect, test } from "vitest";
import { MisshapenAnswer } from "../../../src/forge/forge-errors.ts";
import { listHidden } from "../../../src/forge/resources/repositories.ts";
import { failureOf, openOddForge } from "../forge-bench.ts";

function answering(body: unknown) {
  return openOddForge((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
  );
}

test("hidden repositories are those that are private", async () => {
  const listed = [
    { full_name: "acme/web", private: false },
    { full_name: "acme/api", private: true },
  ];
  const { client } = await answering(listed);
  expect(await listHidden(client)).toEqual(["acme/api"]);
});

test("a repository of which the forge does not tell whether it is private is not public", async () => {
  const { client } = await answering([{ full_name: "acme/secret" }]);
  const failure = await failureOf(listHidden(client));
  expect(failure).toBeInstanceOf(MisshapenAnswer);
  expect(failure.message).toContain('"0.private" is missing');
});
