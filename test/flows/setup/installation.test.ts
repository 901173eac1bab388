import { describe, expect, test } from "vitest";
import { createRobot } from "../../emulator/signed-in.ts";
import { openBench, repository, type FlowBench } from "./bench.ts";
import type { Moment } from "./operator.ts";

interface Trouble {
  /** Action of the operator on the forge's page, which differs from the request. */
  readonly install: (bench: FlowBench, link: string) => Promise<void>;
  readonly says: string;
  readonly fix: (bench: FlowBench, settings: string) => Promise<void>;
}

const only = { selection: [repository.full] } as const;
const select = (selection: "all" | readonly string[]) => ({
  install: (_: FlowBench, link: string) => createRobot({ selection }).visit(link),
  fix: (_: FlowBench, settings: string) => createRobot(only).visit(settings),
});

const troubles: Record<string, Trouble> = {
  "on all repositories": {
    ...select("all"),
    says: "It is installed on all repositories, which gives it more access than planned.",
  },
  "on an additional repository": {
    ...select([repository.full, "acme/web"]),
    says: "acme/web is selected but should not be.",
  },
  "on another repository": {
    ...select(["acme/web"]),
    says: "acme/control is not selected. acme/web is selected but should not be.",
  },
  "and suspended": {
    install: async (bench, link) => {
      await createRobot(only).visit(link);
      await bench.press(`${await settingsOf(bench)}/suspend`);
    },
    says: "The installation is suspended.",
    fix: (bench, settings) => bench.press(`${settings}/suspend`),
  },
};

async function settingsOf(bench: FlowBench): Promise<string> {
  const [app] = await bench.apps();
  return `/organizations/acme/settings/installations/${app?.installations[0]?.id}`;
}

/** Fixes the read App's installation after the wizard reported the problem. */
function repairWhenAsked(bench: FlowBench, fix: Trouble["fix"]) {
  let isFixed = false;
  return async ({ wait, update, act }: Moment) => {
    if (wait !== "read-install" || !update.problem || isFixed) return;
    isFixed = true;
    await fix(bench, `${bench.emulator.origin}${await settingsOf(bench)}`);
    await act("check");
  };
}

describe.each(Object.entries(troubles))("installed %s", (_, { install, says, fix }) => {
  const openLinkOf = (bench: FlowBench) => async (link: string) => {
    const isRead = link.includes("control-read/installations");
    await (isRead ? install(bench, link) : bench.robot.visit(link));
    return true;
  };

  test("is reported with the link that fixes it, and the wait continues afterwards", async () => {
    const bench = await openBench();
    const onMoment = repairWhenAsked(bench, fix);
    const { outcome, text } = await bench.setUp({ openLink: openLinkOf(bench), onMoment });
    expect(text).toContain(says);
    expect(text).toContain(`${bench.emulator.origin}${await settingsOf(bench)}`);
    expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
  });

  test("after a complete setup is detected by the rerun", async () => {
    const bench = await openBench();
    await bench.setUp();
    const [app] = await bench.apps();
    await bench.press(`${await settingsOf(bench)}/delete`);
    await install(bench, `${bench.emulator.origin}/apps/${app?.slug}/installations/new`);
    const answers = {
      "failure:read-proof": "key",
      "read-key-from": "file",
      "read-key-file": await bench.saveKey(app?.slug ?? ""),
    };
    const onMoment = repairWhenAsked(bench, fix);
    const { outcome, text } = await bench.setUp({ answers, onMoment });
    expect(text).toContain(says);
    expect(outcome?.apps[0]?.installation).toBe("proved");
  });
});

test("a removed installation is created again without a new App", async () => {
  const bench = await openBench();
  await bench.setUp();
  await bench.press(`${await settingsOf(bench)}/delete`);
  const answers = { "failure:read-proof": "leave" };
  const { outcome } = await bench.setUp({ answers });
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["unknown", "proved"]);
  expect((await bench.apps())[0]?.installations[0]?.repositories).toEqual([repository.full]);
});

test("permissions of an installation that differ from the ceiling are named", async () => {
  const bench = await openBench();
  let isFixed = false;
  const { text, outcome } = await bench.setUp({
    change: (deps) => ({
      appClient: (clientId, key) => {
        const client = deps.appClient(clientId, key);
        const installations = async () =>
          (await client.installations()).map((found) => {
            const { checks: _, ...permissions } = found.permissions;
            return isFixed ? found : { ...found, permissions };
          });
        return { ...client, installations };
      },
    }),
    onMoment: async ({ update, act }) => {
      if (!update.problem) return;
      isFixed = true;
      await act("check");
    },
  });
  expect(text).toContain("Its permissions differ. Checks: No access instead of Read-only.");
  expect(text).toContain("Request permissions in the App's settings: Checks: Read-only:");
  expect(text).toContain("Then accept them as an owner on the installation's page:");
  expect(outcome?.apps[0]?.installation).toBe("proved");
});

test("an App manager who is not an owner sees who must approve, and the wait ends with the approval", async () => {
  const bench = await openBench();
  const { emulator, robot } = bench;
  const page = "GET /apps/*/installations/new/permissions";
  emulator.setFaults([
    { on: "POST /graphql", play: { kind: "status", status: 403 } },
    { on: "GET /user/memberships/orgs/acme", play: { kind: "status", status: 404 } },
    { on: page, times: 0, play: { kind: "approval-pending" } },
  ]);
  const { outcome, text } = await bench.setUp({
    answers: { "app-creator": "here" },
    onMoment: async ({ update, act }) => {
      const link = update.problem?.hints?.[0]?.link;
      if (link === undefined) return;
      // An owner opens the link that was sent to them.
      emulator.setFaults([]);
      await robot.visit(link);
      await act("check");
    },
  });
  expect(text).toContain("you are an admin; an owner of acme must approve Apps");
  expect(text).toContain("You are not an owner of acme. An owner must approve the installation.");
  expect(text).toContain("Send this link to an owner");
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
});

test("an installation page that does not exist yet is opened again until it does", async () => {
  const bench = await openBench();
  const page = "GET /apps/gatehouse-acme-control-read/installations/new/permissions";
  bench.emulator.setFaults([{ on: page, play: { kind: "not-found" } }]);
  const opened: boolean[] = [];
  const { outcome } = await bench.setUp({
    openLink: async (link) => {
      const isThere = await bench.robot.visit(link).then(
        () => true,
        () => false,
      );
      opened.push(isThere);
      return isThere;
    },
    onMoment: async ({ wait, update, act }) => {
      if (wait !== "read-install" || update.amiss !== "no browser opened") return;
      await act("open");
      await act("check");
    },
  });
  expect(opened).toEqual([true, false, true, true, true]);
  expect(outcome?.apps[0]?.installation).toBe("proved");
});
