import { expect, test } from "vitest";
import { Cancelled } from "../../../src/shared/errors.ts";
import { createRobot } from "../../emulator/signed-in.ts";
import { openBench, repository, type FlowBench } from "./bench.ts";
import type { Moment } from "./operator.ts";

// A new App is installed on the control repository first, and then on what the scope approves besides.
const writeRepositories = ["acme/web"];
const both = [repository.full, ...writeRepositories];

/** Has the browser select these on the two pages of the write App, and what is asked for on those of the read App. */
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

/** Selects the right ones once the wizard has said what is wrong. */
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

test("what an App covers is proved once, when it covers all that it is to cover", async () => {
  const bench = await openBench();
  const openLink = selecting(bench, [repository.full], both);
  const { outcome, text } = await bench.setUp({ writeRepositories, openLink });
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
  expect(minted(bench)).toBe(2);
  expect(text).toContain("installed on selected repositories");
});

test("all that it is to cover may be selected on the first page", async () => {
  const bench = await openBench();
  const { outcome } = await bench.setUp({
    writeRepositories,
    openLink: selecting(bench, both, both),
  });
  expect(outcome?.apps[1]?.installation).toBe("proved");
});

test.each<[string, readonly string[], string]>([
  ["one that nobody approved", [repository.full, "acme/api"], "acme/api is selected"],
  ["another than the control repository", writeRepositories, "acme/control is not selected."],
])("%s selected on the first page is told, and never proved", async (_, first, says) => {
  const bench = await openBench();
  const problems: string[] = [];
  const openLink = selecting(bench, first, first);
  const onMoment = mending(bench, problems);
  const { outcome } = await bench.setUp({ writeRepositories, openLink, onMoment });
  expect(problems.join("\n")).toContain(says);
  expect(outcome?.apps[1]?.installation).toBe("proved");
  expect((await bench.apps())[1]?.installations[0]?.repositories.toSorted()).toEqual(both);
});

test("who stops between the two pages has proved nothing: the rerun asks for the proof", async () => {
  const bench = await openBench();
  let waits = 0;
  const { error } = await bench.setUp({
    writeRepositories,
    openLink: selecting(bench, [repository.full], both),
    onQuestion: (id) => {
      if (id === "write-install" && (waits += 1) === 2) throw new Cancelled();
    },
  });
  expect(error).toBeInstanceOf(Cancelled);
  const rerun = await bench.setUp({
    writeRepositories,
    answers: { "failure:write-proof": "leave" },
  });
  expect(rerun.asked.map(({ id }) => id)).toContain("write-proof");
  expect(rerun.outcome?.apps.map(({ installation }) => installation)).toEqual([
    "proved",
    "unknown",
  ]);
});
