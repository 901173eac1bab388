import { expect, test } from "vitest";
import type { ForgeClient } from "../../../src/forge/client.ts";
import { readRepositoryFacts } from "../../../src/forge/resources/repository-facts.ts";
import { readRepositoryIds } from "../../../src/plane/setup/repository-ids.ts";
import { failureOf, openBench } from "../../forge/forge-bench.ts";

const told = (client: ForgeClient) => ({
  factsOf: (names: readonly string[]) => readRepositoryFacts(client, names),
});

const idOf = async ({ rest }: Awaited<ReturnType<typeof openBench>>, name: string) =>
  (await rest("GET", `/repos/${name}`)).json.id as number;

test("repositories are identified by their IDs, in the requested order", async () => {
  const bench = await openBench();
  const ids = [await idOf(bench, "acme/web"), await idOf(bench, "acme/control")];
  expect(await readRepositoryIds(told(bench.client), ["acme/web", "acme/control"])).toEqual(ids);
});

test("a repository that is not found is named", async () => {
  const { client } = await openBench();
  expect(await failureOf(readRepositoryIds(told(client), ["acme/web", "acme/none"]))).toMatchObject(
    {
      name: "InvalidInput",
      message: "Repository acme/none not found, or this account cannot see it.",
      hints: [{ text: "Check the repository name" }],
    },
  );
});
