import { describe, expect, test } from "vitest";
import { askBilling, findOrganizationRole } from "../../../src/forge/resources/organizations.ts";
import { openOddForge } from "../forge-bench.ts";

async function ask(status: number, body: unknown) {
  const { client } = await openOddForge((_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
  );
  return askBilling(client, "acme");
}

describe("inference billing", () => {
  const setting = "assign_all";
  const seats = (total: unknown) => ({
    seat_breakdown: { total },
    seat_management_setting: setting,
  });

  test("is reported as a number of seats and their setting", async () => {
    expect(await ask(200, { ...seats(5), seat_breakdown: { total: 5, pending: 1 } })).toEqual({
      kind: "reported",
      seats: 5,
      setting,
    });
  });

  test.each<[what: string, body: unknown]>([
    ["no seats", seats(undefined)],
    ["seats as a word", seats("5")],
    ["half a seat", seats(0.5)],
    ["no breakdown", { seat_management_setting: setting }],
    ["no setting", { seat_breakdown: { total: 5 } }],
    ["a setting that is not a string", { ...seats(5), seat_management_setting: 1 }],
    ["a text", "<html>"],
    ["a list", [seats(5)]],
    ["null", null],
  ])("with %s is reported as malformed, not as an error", async (_, body) => {
    expect(await ask(200, body)).toEqual({ kind: "misshapen" });
  });

  test.each([401, 403, 404, 422])(
    "that is rejected with %d is reported by its status",
    async (status) => {
      expect(await ask(status, seats(5))).toEqual({ kind: "unreported", status });
    },
  );
});

describe("the role of another account", () => {
  type Membership = { readonly status: number; readonly role?: string; readonly state?: string };

  /** Reads the role at a forge that gives these answers about olga and the current account. */
  async function roleOf(olga: Membership, own: Membership = { status: 404 }) {
    const { client } = await openOddForge(({ path }, response) => {
      const { status, ...body } = path.endsWith("/orgs/acme/memberships/olga") ? olga : own;
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify({ message: "no", ...body }));
    });
    return findOrganizationRole(client, "acme", "olga");
  }

  const member = { status: 200, role: "member", state: "active" };

  test.each<[string, Membership, Membership | undefined, string | undefined]>([
    ["an owner", { ...member, role: "admin" }, undefined, "admin"],
    ["a member", member, undefined, "member"],
    ["an invited owner", { ...member, role: "admin", state: "pending" }, undefined, "invited"],
    ["an account that no member can find", { status: 404 }, member, "none"],
    [
      "an account that an invited user cannot find",
      { status: 404 },
      { ...member, state: "pending" },
      undefined,
    ],
    ["an account that another account cannot find", { status: 404 }, undefined, undefined],
    ["an account that may not be seen", { status: 403 }, member, undefined],
  ])("%s", async (_, olga, own, role) => {
    expect(await roleOf(olga, own)).toBe(role);
  });
});
