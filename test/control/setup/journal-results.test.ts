import { describe, expect, test } from "vitest";
import {
  readHeldKey,
  readInstallationProof,
  readRepositoryList,
} from "../../../src/control/setup/journal-results.ts";

const proof = { installationId: 9, updatedAt: "2026-01-01T00:00:00Z" };
const held = { account: "forge.example/acme/control/read/Iv1.a", app: { clientId: "Iv1.a" } };

test("sound results of finished steps are read as they were written", () => {
  expect(readInstallationProof(proof)).toEqual(proof);
  expect(readRepositoryList(["acme/control"])).toEqual(["acme/control"]);
  expect(readHeldKey(held)).toEqual({ ...held, app: { clientId: "Iv1.a", slug: undefined } });
});

describe("a result that somebody changed is as if it were not there", () => {
  const junk = [undefined, null, true, 7, "x", [], {}];
  test.each<[string, (result: unknown) => unknown, unknown[]]>([
    ["a proof", readInstallationProof, [...junk, { ...proof, installationId: "9" }, [proof]]],
    ["a held key", readHeldKey, [...junk, { ...held, app: null }, { ...held, account: 1 }]],
    ["a list of repositories", readRepositoryList, [null, "a/b", {}, [1], ["acme"], ["a b/c"]]],
  ])("%s", (_what, read, results) => {
    expect(results.map((result) => read(result))).toEqual(results.map(() => undefined));
  });
});
