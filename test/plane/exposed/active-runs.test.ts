import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { waitForRuns, type ActiveRun } from "../../../src/plane/exposed/active-runs.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import type { ForgeClient } from "../../../src/forge/client.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";

const repository = requireRepositoryName("acme/control", "--repo");

/**
 * Creates runs that stay active until they are cancelled or forced. `stubborn` runs only stop by
 * force, and some never stop.
 */
function forgeWith(runs: Record<number, "willing" | "stubborn" | "never">) {
  const active = new Map(Object.entries(runs));
  const asked: string[] = [];
  const client: ForgeClient = {
    profile: resolveHost("forge.example"),
    request: (method, path) => {
      const answer = (status: number, body: unknown) =>
        Promise.resolve({ title: path, status, headers: {}, body });
      const [, id = "", way = ""] = /runs\/(\d+)\/([a-z-]+)/.exec(path) ?? [];
      if (method === "GET") {
        const isAsked = path.includes("status=in_progress");
        const list = isAsked
          ? [...active.keys()].map((key) => ({
              id: Number(key),
              status: "in_progress",
              html_url: "l",
              created_at: "2026-01-01T00:00:00Z",
            }))
          : [];
        return answer(200, { workflow_runs: list });
      }
      asked.push(`${way} ${id}`);
      const kind = active.get(id);
      if (kind === "willing" || (kind === "stubborn" && way === "force-cancel")) active.delete(id);
      return answer(202, {});
    },
  };
  return { client, active, asked };
}

const turn = () => setImmediate();

function wait(client: ForgeClient, options: { isOver?: () => boolean } = {}) {
  let seconds = 0;
  const seen: (readonly ActiveRun[])[] = [];
  const ended = waitForRuns({
    client,
    repository,
    // Each reading of the clock is ten seconds later.
    now: () => new Date((seconds += 10) * 1000),
    pause: turn,
    signal: new AbortController().signal,
    report: (active) => void seen.push(active),
    isOver: options.isOver ?? (() => false),
  });
  return { ended, seen };
}

test("a run that starts during the cancellation is cancelled as well", async () => {
  const forge = forgeWith({ 1: "willing", 2: "willing" });
  expect(await wait(forge.client).ended).toEqual([]);
  expect(forge.asked.toSorted()).toEqual(["cancel 1", "cancel 2"]);
});

test("a run that ignores force is requested once, and the others are cancelled anyway", async () => {
  const forge = forgeWith({ 1: "never", 2: "stubborn" });
  const asked: string[] = [];
  const client: ForgeClient = {
    ...forge.client,
    request: (...given) => {
      if (/\/1\/force-cancel/.test(given[1])) {
        asked.push("force-cancel 1");
        const refusal = { status: 500, request: "POST", message: "no" };
        return Promise.reject(new RefusedByForge(refusal));
      }
      return forge.client.request(...given);
    },
  };
  expect((await wait(client).ended).map(({ id }) => id)).toEqual([1]);
  expect(asked).toEqual(["force-cancel 1"]);
  expect(forge.asked.filter((each) => each === "force-cancel 2")).toHaveLength(1);
});

test("a bug during a forced cancellation is thrown, not reported as a forge response", async () => {
  const forge = forgeWith({ 1: "never" });
  const client: ForgeClient = {
    ...forge.client,
    request: (...given) =>
      given[1].includes("force-cancel")
        ? Promise.reject(new TypeError("a bug"))
        : forge.client.request(...given),
  };
  await expect(wait(client).ended).rejects.toThrow("a bug");
});

test("a run is force-cancelled after a delay, and given up after a longer delay", async () => {
  const forge = forgeWith({ 1: "never" });
  const times: string[] = [];
  let seconds = -1;
  await waitForRuns({
    client: {
      ...forge.client,
      request: (...given) => {
        const [, way] = /runs\/1\/([a-z-]+)/.exec(given[1]) ?? [];
        if (way) times.push(`${way} after ${seconds}`);
        return forge.client.request(...given);
      },
    },
    repository,
    now: () => new Date((seconds += 1) * 1000),
    pause: turn,
    signal: new AbortController().signal,
    report: () => undefined,
    isOver: () => false,
  });
  expect(times).toEqual(["cancel after 1", "force-cancel after 20"]);
  expect(seconds).toBe(90);
});

test("a run that does not stop after a cancellation is force-cancelled after a delay", async () => {
  const forge = forgeWith({ 1: "stubborn" });
  expect(await wait(forge.client).ended).toEqual([]);
  expect(forge.asked).toEqual(["cancel 1", "force-cancel 1"]);
});

test("the wait times out and returns the runs that never stopped", async () => {
  const forge = forgeWith({ 1: "never", 2: "willing" });
  expect((await wait(forge.client).ended).map(({ id }) => id)).toEqual([1]);
});

test("skipping the wait continues immediately", async () => {
  const forge = forgeWith({ 1: "never" });
  const { ended, seen } = wait(forge.client, { isOver: () => true });
  expect((await ended).map(({ id }) => id)).toEqual([1]);
  expect(seen).toEqual([]);
});
