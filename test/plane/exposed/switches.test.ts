import { beforeEach, describe, expect, test } from "vitest";
import { findSwitches, setSwitches } from "../../../src/plane/exposed/switches.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";
import { openForge, type OpenForge } from "../../emulator/open-forge.ts";
import { placeIn, readVariable, writeVariable } from "./location-in.ts";

describe("the kill switches of packages", () => {
  const settings = {
    packages: [
      { name: "review", killSwitch: "CP_ENABLED" },
      { name: "triage", killSwitch: "CP_ENABLED" },
      { name: "docs", killSwitch: "CP_DOCS_ENABLED" },
    ],
  } as unknown as Settings;

  test("are each listed once", () => {
    expect(findSwitches(settings, ["review", "triage"])).toEqual(["CP_ENABLED"]);
  });

  test("are those of all packages if no package is named", () => {
    expect(findSwitches(settings, [])).toEqual(["CP_ENABLED", "CP_DOCS_ENABLED"]);
  });

  test("are not derived from an invalid package name", () => {
    const find = (known: Settings) => () => findSwitches(known, ["docs", "reveiw"]);
    expect(find(settings)).toThrow(
      expect.objectContaining({
        message: "Review package not found in the settings: reveiw",
        hints: [
          {
            text: "Available review packages: review, triage, docs. Omit --package to stop all of them",
          },
        ],
      }) as Error,
    );
    const none = { packages: [] } as unknown as Settings;
    const hints = [{ text: "Available review packages: none. Omit --package to stop all of them" }];
    expect(find(none)).toThrow(expect.objectContaining({ hints }) as Error);
  });
});

describe("setting a kill switch", () => {
  let forge: OpenForge;
  beforeEach(async () => {
    forge = await openForge();
  });
  const set = async (variables: readonly string[], value: "true" | "false" = "false") =>
    setSwitches(await placeIn(forge), { variables, value });
  const fail = (on: string, times = 1) =>
    forge.emulator.setFaults([{ on, times, play: { kind: "status", status: 403 } }]);

  test("writes the value and reads it back, whether the switch existed or not", async () => {
    await writeVariable(forge, "CP_A_ENABLED", "true");
    expect(await set(["CP_A_ENABLED", "CP_NEW_ENABLED"])).toEqual([
      { variable: "CP_A_ENABLED", before: "true", after: "false" },
      { variable: "CP_NEW_ENABLED", before: null, after: "false" },
    ]);
    expect(await readVariable(forge, "CP_A_ENABLED")).toBe("false");
    expect(await readVariable(forge, "CP_NEW_ENABLED")).toBe("false");
  });

  test("changes nothing if the switch already has the value", async () => {
    await writeVariable(forge, "CP_A_ENABLED", "false");
    fail("PATCH /repos/acme/control/actions/variables/*", 0);
    expect(await set(["CP_A_ENABLED"])).toEqual([
      { variable: "CP_A_ENABLED", before: "false", after: "false" },
    ]);
  });

  test("succeeds even if the earlier value was unreadable", async () => {
    await writeVariable(forge, "CP_A_ENABLED", "true");
    fail("GET /repos/acme/control/actions/variables/*");
    expect(await set(["CP_A_ENABLED"])).toEqual([
      { variable: "CP_A_ENABLED", before: undefined, after: "false" },
    ]);
  });

  test("fails if the forge refuses it, but does not prevent the change of other switches", async () => {
    await writeVariable(forge, "CP_A_ENABLED", "true");
    await writeVariable(forge, "CP_B_ENABLED", "true");
    fail("PATCH /repos/acme/control/actions/variables/CP_A_ENABLED", 0);
    const [a, b] = await set(["CP_A_ENABLED", "CP_B_ENABLED"]);
    expect(a).toMatchObject({ before: "true", after: undefined });
    expect(a?.problem).toContain("403");
    expect(b?.after).toBe("false");
    expect(await readVariable(forge, "CP_A_ENABLED")).toBe("true");
  });

  test.each(["GET", "PATCH"])("throws a bug of the %s request", async (method) => {
    await writeVariable(forge, "CP_A_ENABLED", "true");
    const { client, repository } = await placeIn(forge);
    const broken = {
      ...client,
      request: (...given: Parameters<typeof client.request>) =>
        given[0] === method ? Promise.reject(new TypeError("a bug")) : client.request(...given),
    };
    const wanted = { variables: ["CP_A_ENABLED"], value: "false" } as const;
    await expect(setSwitches({ client: broken, repository }, wanted)).rejects.toThrow("a bug");
  });

  test("throws a bug of the first read even if the second read succeeds", async () => {
    await writeVariable(forge, "CP_A_ENABLED", "true");
    const { client, repository } = await placeIn(forge);
    let isFirst = true;
    const stumbling: typeof client = {
      ...client,
      request: (...given) => {
        if (!isFirst) return client.request(...given);
        isFirst = false;
        return Promise.reject(new TypeError("a bug"));
      },
    };
    const wanted = { variables: ["CP_A_ENABLED"], value: "false" } as const;
    await expect(setSwitches({ client: stumbling, repository }, wanted)).rejects.toThrow("a bug");
    expect(await readVariable(forge, "CP_A_ENABLED")).toBe("true");
  });

  test("fails if the value is not changed afterwards", async () => {
    await writeVariable(forge, "CP_A_ENABLED", "true");
    const { client, repository } = await placeIn(forge);
    const deaf = {
      ...client,
      request: (...given: Parameters<typeof client.request>) =>
        given[0] === "PATCH" ? client.request("GET", "/user") : client.request(...given),
    };
    const wanted = { variables: ["CP_A_ENABLED"], value: "false" } as const;
    expect(await setSwitches({ client: deaf, repository }, wanted)).toEqual([
      { variable: "CP_A_ENABLED", before: "true", after: undefined, problem: "its value is true" },
    ]);
  });
});
