import { describe, expect, test } from "vitest";
import { fleetPermissions } from "../../../src/plane/fleet/fleet-credential.ts";
import { inspectControl } from "../../../src/plane/fleet/inspect-control.ts";
import { brands } from "../../../src/forge/brand.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Stopped } from "../../../src/shared/errors.ts";
import type { Secret } from "../../../src/shared/secret.ts";
import { claimKey } from "../../keys/ready-keys.ts";
import { failureOf, send } from "../../forge/forge-bench.ts";
import {
  appDecision,
  openControlPlane,
  patDecision,
  repository,
  someSettings,
} from "../control-plane-bench.ts";
import { addFleetApp } from "./fleet-bench.ts";
import type { SendOnce } from "../../../src/forge/one-request.ts";

const strangeKey = String(claimKey().export({ type: "pkcs1", format: "pem" }));
const unstopped = () => new AbortController().signal;
const all = fleetPermissions(brands.forge);

async function openPlane() {
  const plane = await openControlPlane();
  const masked: Secret[] = [];
  const { profile, emulator } = plane;
  return {
    ...plane,
    masked,
    read: (env: Readonly<Record<string, string>>, name: string = repository.full) =>
      inspectControl(requireRepositoryName(name, "--repo"), {
        profile,
        send,
        env,
        now: new Date(),
        stopped: unstopped(),
        mask: (token) => void masked.push(token),
      }),
    asked: (ending: string) => emulator.requests().filter(({ path }) => path.endsWith(ending)),
    addToken: async (permissions: Readonly<Record<string, string>>) => {
      const wanted = { user: "mona", kind: "fine-grained", owner: "acme", permissions };
      const body = { ...wanted, repositories: ["acme/control"], expiresAt: "2099-01-01T00:00:00Z" };
      return String((await plane.control("POST", "tokens", body)).json.token);
    },
  };
}

describe("a check of a control plane", () => {
  test("has the same results as status and verify; it revokes its token, which is limited to this plane", async () => {
    const plane = await openPlane();
    await plane.writeSettings();
    await plane.writeDecision();
    await plane.writeControl();
    await plane.addApp("read", ["acme/control", ...someSettings.targets]);
    const { env } = await addFleetApp(plane, ["acme/control", "acme/api"]);
    const { credential, status, review } = await plane.read(env);
    expect(credential).toEqual({ name: "fleet-app", ungranted: [], skipped: [] });
    expect(status).toMatchObject({ lacksOnlyProof: true, wrong: [] });
    expect(review.checks.filter(({ state }) => state === "fail")).toEqual([]);
    const [token = null] = plane.masked;
    const again = await plane.rest("GET", "/installation/repositories", { token });
    expect(again.status).toBe(401);
    expect(plane.asked("/installation/token")).toMatchObject([{ method: "DELETE", status: 204 }]);
    const writes = plane.emulator.requests().filter(({ method }) => method !== "GET");
    expect(writes.filter(({ path }) => path.includes("dispatches"))).toEqual([]);
  });

  test("requests exactly the permissions that the forge requires", async () => {
    const plane = await openPlane();
    const { env } = await addFleetApp(plane, ["acme/control"]);
    const taken = new Set<string>();
    const { profile } = plane;
    const listening: SendOnce = async (request) => {
      const answer = await send(request);
      const [, path = ""] = /\/api\/v3(\/[^?]*)/.exec(request.address.href) ?? [];
      if (path.startsWith("/orgs/acme/installations")) taken.add("organization_administration");
      if (path.endsWith("/billing")) taken.add(profile.brand.billingPermission);
      const header = answer.headers["x-accepted-github-permissions"] ?? "";
      for (const need of header.split(",").filter(Boolean)) taken.add(need.replace("=read", ""));
      return answer;
    };
    await plane.writeSettings();
    for (const decision of [appDecision, patDecision()]) {
      await plane.writeDecision(decision);
      await plane.writeControl(decision);
      if (decision.choice.pat) await plane.addPat(["acme/control"]);
      await inspectControl(repository, {
        profile,
        send: listening,
        env,
        now: new Date(),
        stopped: unstopped(),
        mask: () => undefined,
      });
    }
    expect([...taken].filter((word) => word !== "metadata").toSorted()).toEqual(
      Object.keys(all).toSorted(),
    );
  });

  // Actions is needed for the protection of a PAT's environment, which is not configured in this
  // test.
  test.each([
    ["actions_variables", "incomplete"],
    ["environments", "incomplete"],
    ["secrets", "incomplete"],
    ["organization_copilot_seat_management", "incomplete"],
    ["organization_administration", "unproved"],
    ["issues", "unproved"],
  ])(
    "without %s, names the data that the App cannot read, and is %s",
    async (left, overallStatus) => {
      const plane = await openPlane();
      await plane.writeSettings();
      await plane.writeDecision();
      await plane.writeControl();
      await plane.addApp("read", ["acme/control", ...someSettings.targets]);
      const rest = Object.entries(all).filter(([word]) => word !== left);
      const { env } = await addFleetApp(plane, ["acme/control"], Object.fromEntries(rest));
      const { credential, status } = await plane.read(env);
      expect(credential.ungranted).toHaveLength(1);
      expect(status.lacksOnlyProof ? "unproved" : status.overallStatus).toBe(overallStatus);
    },
  );

  test("that is stopped halfway sends no more requests, revokes its token, and reports the cause", async () => {
    const plane = await openPlane();
    const { env } = await addFleetApp(plane, ["acme/control"]);
    const stop = new AbortController();
    const methods: string[] = [];
    const stopping: SendOnce = async (request) => {
      if (request.address.pathname.includes("/repos/acme/control/actions/"))
        stop.abort(new Stopped("SIGTERM"));
      if (stop.signal.aborted) methods.push(request.method);
      return send(request);
    };
    const { profile } = plane;
    const location = { profile, send: stopping, env, now: new Date(), mask: () => undefined };
    const failure = await failureOf(
      inspectControl(repository, { ...location, stopped: stop.signal }),
    );
    expect(failure).toMatchObject({ exitCode: 143 });
    expect(plane.asked("/installation/token")).toMatchObject([{ method: "DELETE", status: 204 }]);
    expect(methods.at(-1)).toBe("DELETE");
  });

  test("revokes a token that cannot be masked in the log", async () => {
    const plane = await openPlane();
    const { env } = await addFleetApp(plane, ["acme/control"]);
    const mask = () => {
      throw new Error("The log is closed.");
    };
    const { profile } = plane;
    const options = { profile, send, env, now: new Date(), stopped: unstopped(), mask };
    await expect(inspectControl(repository, options)).rejects.toThrow("The log is closed.");
    expect(plane.asked("/installation/token")).toMatchObject([{ method: "DELETE" }]);
  });

  test("fails without the Contents permission because the decision is unreadable", async () => {
    const plane = await openPlane();
    const { contents: _, ...others } = all;
    const { env } = await addFleetApp(plane, ["acme/control"], others);
    await expect(plane.read(env)).rejects.toThrow("Resource not accessible by integration");
    expect(plane.asked("/installation/token")).toHaveLength(1);
  });
});

describe("the credential of a fleet check", () => {
  test("is the token if no complete App pair is stored; an incomplete pair is reported", async () => {
    const plane = await openPlane();
    const { organization_administration: _, ...others } = all;
    const own = Object.entries(others).filter(([word]) => !word.startsWith("organization_"));
    const token = await plane.addToken(Object.fromEntries(own));
    const env = { CP_FORGE_FLEET_TOKEN: token, CP_FORGE_FLEET_APP_ID: "Iv23liHalf" };
    const { credential } = await plane.read(env);
    expect(plane.masked).toEqual([]);
    expect(credential).toMatchObject({
      name: "fleet-token",
      skipped: [expect.stringContaining("CP_FORGE_FLEET_APP_PRIVATE_KEY is empty")],
    });
    expect(plane.asked("/installation/token")).toEqual([]);
  });

  test.each([
    ["a key of another App", { CP_FORGE_FLEET_APP_PRIVATE_KEY: strangeKey }, 3],
    ["an invalid key", { CP_FORGE_FLEET_APP_PRIVATE_KEY: "none" }, 2],
  ])(
    "that is refused is an error, and the token is not used instead: %s",
    async (_, change, code) => {
      const plane = await openPlane();
      const { env } = await addFleetApp(plane, ["acme/control"]);
      const token = await plane.addToken({ contents: "read" });
      const failure = await failureOf(
        plane.read({ ...env, ...change, CP_FORGE_FLEET_TOKEN: token }),
      );
      expect(failure).toMatchObject({ exitCode: code });
      expect(plane.masked).toEqual([]);
      expect(plane.asked("/repos/acme/control/actions/secrets")).toEqual([]);
    },
  );

  test("is missing for a repository on which the App is not installed", async () => {
    const plane = await openPlane();
    const { env } = await addFleetApp(plane, ["acme/control"]);
    await expect(plane.read(env, "acme/api")).rejects.toThrow(
      "The fleet's App is not installed on acme/api.",
    );
  });

  test("is missing if the App is suspended", async () => {
    const plane = await openPlane();
    const { env, app } = await addFleetApp(plane, ["acme/control"]);
    const { id } = (await plane.rest("GET", "/orgs/acme/installation", { token: app.jwt() })).json;
    const page = `/organizations/acme/settings/installations/${id}/suspend`;
    expect((await plane.page(page, {})).status).toBeLessThan(400);
    await expect(plane.read(env)).rejects.toThrow("The fleet's App is suspended for acme/control.");
    expect(plane.asked("access_tokens")).toEqual([]);
  });

  test("is not requested without permissions, because an empty request would grant everything", async () => {
    const plane = await openPlane();
    const { env } = await addFleetApp(plane, ["acme/control"], { checks: "read" });
    await expect(plane.read(env)).rejects.toThrow(
      "The fleet's App lacks read permissions for acme/control.",
    );
    expect(plane.asked("access_tokens")).toEqual([]);
  });

  test("cannot write anything, even if the App can", async () => {
    const plane = await openPlane();
    const strong = Object.fromEntries(Object.keys(all).map((word) => [word, "write"]));
    const { env } = await addFleetApp(plane, ["acme/control", "acme/api"], strong);
    const path = "/repos/acme/control/actions/variables";
    const tried: number[] = [];
    const { profile, emulator } = plane;
    const trying: SendOnce = async (request) => {
      const token = request.headers["authorization"] ?? "";
      if (request.address.href.endsWith("/actions/secrets?per_page=100") && tried.length === 0) {
        const body = { name: "X", value: "x" };
        const bearer = token.replace("Bearer ", "");
        tried.push((await plane.rest("POST", path, { token: bearer, body })).status);
        tried.push((await plane.rest("GET", "/repos/acme/api", { token: bearer })).status);
      }
      return send(request);
    };
    await inspectControl(repository, {
      profile,
      send: trying,
      env,
      now: new Date(),
      stopped: unstopped(),
      mask: () => {},
    });
    expect(tried).toEqual([403, 404]);
    expect(emulator.requests().filter(({ path: to }) => to.endsWith("/dispatches"))).toEqual([]);
  });
});
