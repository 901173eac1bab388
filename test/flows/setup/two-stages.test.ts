import { describe, expect, test } from "vitest";
import { Cancelled } from "../../../src/shared/errors.ts";
import { createRobot } from "../../emulator/signed-in.ts";
import { openBench, repository, type FlowBench } from "./bench.ts";
import type { Moment } from "./operator.ts";

// A new App is installed on the control repository first, and then on the other approved
// repositories.
const writeRepositories = ["acme/web"];
const both = [repository.full, ...writeRepositories];

/**
 * Lets the browser select these on the two pages of the write App, and the requested ones on those
 * of the read App.
 */
function selecting(bench: FlowBench, first: readonly string[], then: readonly string[]) {
  let pages = 0;
  return async (link: string, selection: readonly string[] = []) => {
    const isOurs = link.includes("installations") && !link.includes("control-read");
    if (isOurs) pages += 1;
    const chosen = isOurs ? (pages === 1 ? first : then) : selection;
    await (chosen.length > 0 ? createRobot({ selection: chosen }) : bench.robot).visit(link);
    return true;
  };
}

/** Selects the right repositories after the wizard reports a problem. */
function mending(bench: FlowBench, problems: string[]) {
  return async ({ wait, update, act }: Moment) => {
    const { problem } = update;
    if (wait !== "write-install" || !problem) return;
    problems.push(problem.text);
    const [, app] = await bench.apps();
    const page = `/organizations/acme/settings/installations/${app?.installations[0]?.id}`;
    await createRobot({ selection: both }).visit(`${bench.emulator.origin}${page}`);
    await act("check");
  };
}

const minted = (bench: FlowBench) =>
  bench.emulator.requests().filter(({ path }) => path.endsWith("/access_tokens")).length;

test("the repositories of an App are proved once, after it covers all of them", async () => {
  const bench = await openBench();
  const openLink = selecting(bench, [repository.full], both);
  const { outcome, text } = await bench.setUp({ writeRepositories, openLink });
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
  expect(minted(bench)).toBe(2);
  expect(text).toContain("installed on selected repositories");
});

test("all repositories of an App can be selected on the first page", async () => {
  const bench = await openBench();
  const { outcome } = await bench.setUp({
    writeRepositories,
    openLink: selecting(bench, both, both),
  });
  expect(outcome?.apps[1]?.installation).toBe("proved");
});

test.each<[string, readonly string[], string]>([
  ["an unapproved repository", [repository.full, "acme/api"], "acme/api is selected"],
  [
    "other repositories without the control repository",
    writeRepositories,
    "acme/control is not selected.",
  ],
])("selecting %s on the first page is reported, and never proved", async (_, first, says) => {
  const bench = await openBench();
  const problems: string[] = [];
  const openLink = selecting(bench, first, first);
  const onMoment = mending(bench, problems);
  const { outcome } = await bench.setUp({ writeRepositories, openLink, onMoment });
  expect(problems.join("\n")).toContain(says);
  expect(outcome?.apps[1]?.installation).toBe("proved");
  expect((await bench.apps())[1]?.installations[0]?.repositories.toSorted()).toEqual(both);
});

/** Runs setup and stops it at this wait for the installation of the write App. */
async function stopAtPage(bench: FlowBench, page: 1 | 2): Promise<void> {
  let waits = 0;
  const { error } = await bench.setUp({
    writeRepositories,
    openLink: selecting(bench, [repository.full], both),
    onQuestion: (id) => {
      if (id === "write-install" && (waits += 1) === page) throw new Cancelled();
    },
  });
  expect(error).toBeInstanceOf(Cancelled);
}

const pageOf = async (bench: FlowBench) => {
  const [, app] = await bench.apps();
  return `${bench.emulator.origin}/organizations/acme/settings/installations/${app?.installations[0]?.id}`;
};

describe("a run that resumes between the two pages", () => {
  const byRun = { "failure:write-proof": "run" };

  test("opens the page for the other repositories, and then verifies all of them", async () => {
    const bench = await openBench();
    await stopAtPage(bench, 2);
    const opened: string[] = [];
    const failures: string[] = [];
    const rerun = await bench.setUp({
      writeRepositories,
      answers: byRun,
      onFailure: ({ id }) => failures.push(id),
      openLink: async (link, selection = []) => {
        opened.push(link);
        await createRobot({ selection }).visit(link);
        return true;
      },
    });
    expect(opened).toEqual([await pageOf(bench)]);
    expect(failures).toEqual(["write-proof"]);
    expect(rerun.text).toContain("Change the Write App's repositories");
    expect(rerun.outcome?.apps.map(({ installation }) => installation)).toEqual([
      "proved",
      "proved",
    ]);
  });

  test("opens that page also if the App was installed while no run was waiting", async () => {
    const bench = await openBench();
    await stopAtPage(bench, 1);
    const [, app] = await bench.apps();
    const first = `${bench.emulator.origin}/apps/${app?.slug}/installations/new`;
    await createRobot({ selection: [repository.full] }).visit(first);
    const opened: string[] = [];
    const rerun = await bench.setUp({
      writeRepositories,
      answers: byRun,
      openLink: async (link, selection = []) => {
        opened.push(link);
        await createRobot({ selection }).visit(link);
        return true;
      },
    });
    expect(opened).toEqual([await pageOf(bench)]);
    expect(rerun.outcome?.apps[1]?.installation).toBe("proved");
  });

  test("opens no page if the repositories were selected while no run was waiting", async () => {
    const bench = await openBench();
    await stopAtPage(bench, 2);
    await createRobot({ selection: both }).visit(await pageOf(bench));
    const openLink = () => Promise.reject(new Error("opened a page"));
    const rerun = await bench.setUp({ writeRepositories, answers: byRun, openLink });
    expect(rerun.error).toBeUndefined();
    expect(rerun.outcome?.apps[1]?.installation).toBe("proved");
  });

  test("proves nothing without a proof", async () => {
    const bench = await openBench();
    await stopAtPage(bench, 2);
    await createRobot({ selection: both }).visit(await pageOf(bench));
    const answers = { "failure:write-proof": "leave" };
    const rerun = await bench.setUp({ writeRepositories, answers });
    expect(rerun.outcome?.apps.map(({ installation }) => installation)).toEqual([
      "proved",
      "unknown",
    ]);
  });
});
