import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { overallStatusAfter } from "../../../flows/setup/set-up-outcome.ts";
import type { SetUpDeps } from "../../../flows/setup/set-up-deps.ts";
import { openBench, type FlowBench } from "./bench.ts";

/**
 * Simulates an App manager of acme, who registers the Apps and requests each installation. Approval
 * never comes in time.
 */
function askAsMember(bench: FlowBench) {
  let hours = 0;
  const clock = new EventEmitter();
  const openLink = async (link: string) => {
    if (!link.includes("/installations/new")) return bench.robot.visit(link).then(() => true);
    const { pathname, searchParams } = new URL(link);
    const fields = { target_id: searchParams.get("suggested_target_id") ?? "" };
    await bench.press(`${pathname.replace("/new/permissions", "")}?as=hubot`, fields);
    return true;
  };
  const change = (deps: SetUpDeps): Partial<SetUpDeps> => ({
    checkReadiness: async () => ({ ...(await deps.checkReadiness()), isOwner: false }),
    listInstallations: () => Promise.resolve(undefined),
    now: () => new Date(Date.now() + hours * 3_600_000),
    pause: async (milliseconds, signal) => {
      // The deadline's own pause ends when the clock moves. Pauses between two checks are short.
      if (milliseconds < 60_000) return deps.pause(milliseconds, signal);
      await once(clock, "put on", { ...(signal && { signal }) }).catch(() => undefined);
      signal?.throwIfAborted();
    },
  });
  const onMoment = ({ update }: { update: { problem?: unknown } }) => {
    // The wait continues until its subject is reported.
    if (!update.problem) return;
    hours += 1;
    clock.emit("put on");
  };
  return { openLink, change, onMoment, answers: { "app-creator": "here" } };
}

test("an installation that waits for an owner is reported as pending, for each App", async () => {
  const bench = await openBench();
  const { outcome, error, text, asked } = await bench.setUp(askAsMember(bench));
  expect(error).toBeUndefined();
  expect(text).toMatch(/hubot requested it on .*\. An owner of acme must approve it\./);
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["pending", "pending"]);
  expect(outcome && overallStatusAfter(outcome)).toBe("incomplete");
  expect(asked.map(({ id }) => id)).not.toContain("read-installation");
  expect(await bench.stored()).toMatchObject({ CP_FORGE_READ_APP_PRIVATE_KEY: "set" });
});

test("a rerun continues from there after an owner approved the request", async () => {
  const bench = await openBench();
  const member = askAsMember(bench);
  await bench.setUp(member);
  const ids = [...(await bench.journal()).steps().keys()];
  expect(ids.some((id) => id.includes("installed") || id.includes("repositories"))).toBe(false);
  for (const { slug } of await bench.apps()) {
    const repository = (await bench.send("GET", "/repos/acme/control")).json as { id: number };
    await bench.robot.visit(
      `${bench.emulator.origin}/apps/${slug}/installations/new?repository_ids[]=${repository.id}`,
    );
  }
  const answers = { "failure:read-proof": "run", "failure:write-proof": "run" };
  const { outcome } = await bench.setUp({ answers, change: member.change });
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
});

test("waits only for the first repository if more are approved", async () => {
  const bench = await openBench();
  const waits: string[] = [];
  const { outcome } = await bench.setUp({
    ...askAsMember(bench),
    readRepositories: ["acme/web"],
    onQuestion: (id) => void waits.push(id),
  });
  expect(outcome?.apps[0]).toMatchObject({
    installation: "pending",
    // An owner is asked once, for all repositories.
    repositories: ["acme/control", "acme/web"],
  });
  expect(waits.filter((id) => id === "read-install")).toHaveLength(1);
});

test.each(["with a key of the App", "by the owner's list, which this login may see"])(
  "a rerun that still waits, %s, reports the installation as pending again",
  async (way) => {
    const bench = await openBench();
    await bench.setUp(askAsMember(bench));
    const slug = "gatehouse-acme-control-read";
    const answers = {
      "failure:read-proof": "key",
      "read-key-from": "file",
      "read-key-file": await bench.saveKey(slug),
      "failure:write-proof": "leave",
    };
    const member = askAsMember(bench);
    const { outcome, asked } = await bench.setUp({
      ...member,
      answers,
      change: (deps) => {
        const { listInstallations } = deps;
        const isByKey = way.startsWith("with");
        return { ...member.change(deps), ...(!isByKey && { listInstallations }) };
      },
    });
    expect(asked.some(({ id }) => id === "read-proof")).toBe(way.startsWith("with"));
    expect(outcome?.apps[0]?.installation).toBe("pending");
  },
);
