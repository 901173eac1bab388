import { describe, expect, test } from "vitest";
import { installationsOf } from "../../../src/plane/repository/installations-of.ts";

const ours = { id: 1, clientId: "Iv1.a", appSlug: "reader" };
const other = { id: 2, clientId: "Iv1.b", appSlug: "writer" };
const ofOldServer = (each: typeof ours) => ({ ...each, clientId: undefined });

describe("the installations of an App in a list", () => {
  test("are those with its client ID, even if other known data differs", () => {
    const traces = { clientId: "Iv1.a", slug: "writer", installationId: 2 };
    expect(installationsOf(traces, [other, ours])).toEqual([ours]);
  });

  test.each([
    ["the App's slug", { slug: "reader" }],
    ["a known installation ID", { installationId: 1 }],
  ])("are identified by %s if a server returns no client IDs", (_, more) => {
    const listed = [other, ours].map(ofOldServer);
    expect(installationsOf({ clientId: "Iv1.a", ...more }, listed)).toEqual([ofOldServer(ours)]);
  });

  test("are empty if no data identifies them", () => {
    expect(installationsOf({ clientId: "Iv1.a" }, [ofOldServer(ours), other])).toEqual([]);
  });
});
