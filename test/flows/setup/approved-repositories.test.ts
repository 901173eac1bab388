import { describe, expect, test } from "vitest";
import { createRobot } from "../../emulator/signed-in.ts";
import { InvalidInput } from "../../../src/shared/errors.ts";
import { described, openScopeBench } from "../scope/scope-bench.ts";
import { openBench, repository } from "./bench.ts";

describe("approved repositories", () => {
  test("are added to the installation on the forge's page, and stay approved on a rerun", async () => {
    const bench = await openBench();
    await bench.setUp();
    const writeRepositories = ["acme/web", "acme/api"];
    const wanted = [repository.full, ...writeRepositories];
    const [, app] = await bench.apps();
    const answers = {
      "failure:write-proof": "key",
      "write-key-from": "file",
      "write-key-file": await bench.saveKey(app?.slug ?? ""),
    };
    const openLink = async (link: string) => {
      await createRobot({ selection: wanted }).visit(link);
      return true;
    };
    const { outcome, text } = await bench.setUp({ writeRepositories, answers, openLink });
    expect(text).toContain("/organizations/acme/settings/installations/");
    expect(outcome?.apps[1]?.installation).toBe("proved");
    const covered = (await bench.apps()).map(({ installations }) => installations[0]?.repositories);
    expect(covered.map((names) => names?.toSorted())).toEqual([
      [repository.full],
      wanted.toSorted(),
    ]);
    expect((await bench.setUp()).outcome?.apps[1]?.installation).toBe("proved");
  });

  test("in a first setup follow the control repository", async () => {
    const bench = await openBench();
    const seen: string[][] = [];
    const { outcome } = await bench.setUp({
      writeRepositories: ["acme/web"],
      openLink: async (link, selection = []) => {
        if (link.includes("installations")) seen.push([...selection]);
        const robot = selection.length > 0 ? createRobot({ selection }) : bench.robot;
        await robot.visit(link);
        return true;
      },
    });
    expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
    expect(seen).toEqual([[repository.full], [repository.full], [repository.full, "acme/web"]]);
  });

  test("do not include other repositories: an extra repository is refused until it is deselected", async () => {
    const bench = await openBench();
    let isFixed = false;
    const { text, outcome } = await bench.setUp({
      writeRepositories: ["acme/web"],
      openLink: async (link, selection = []) => {
        const isMore = selection.length > 1;
        const extra = isMore ? [...selection, "acme/api"] : selection;
        await (selection.length > 0 ? createRobot({ selection: extra }) : bench.robot).visit(link);
        return true;
      },
      onMoment: async ({ update, act }) => {
        if (isFixed || !update.problem?.text.includes("acme/api is selected")) return;
        isFixed = true;
        const link = update.problem.hints?.[0]?.link ?? "";
        await createRobot({ selection: [repository.full, "acme/web"] }).visit(link);
        await act("check");
      },
    });
    expect(text).toContain("acme/api is selected but should not be.");
    expect(outcome?.apps[1]?.installation).toBe("proved");
  });

  test.each([
    ["acme/nowhere", "Repository acme/nowhere not found, or this account cannot see it."],
    ["globex/tools", "Apps owned by acme cannot be installed on globex/tools"],
  ])("%s is refused before any wait starts", async (name, says) => {
    const bench = await openBench();
    await bench.setUp();
    const { error } = await bench.setUp({ writeRepositories: [name] });
    expect(error).toBeInstanceOf(InvalidInput);
    expect(error?.message).toContain(says);
    expect((await bench.setUp()).outcome?.apps[1]?.installation).toBe("proved");
  });

  test("are listed once, regardless of upper and lower case", async () => {
    const bench = await openBench();
    const seen: string[][] = [];
    const { outcome } = await bench.setUp({
      writeRepositories: ["Acme/Control", "acme/web", "ACME/web"],
      openLink: async (link, selection = []) => {
        if (link.includes("installations")) seen.push([...selection]);
        await (selection.length > 0 ? createRobot({ selection }) : bench.robot).visit(link);
        return true;
      },
    });
    expect(seen.at(-1)).toEqual([repository.full, "acme/web"]);
    expect(outcome?.apps[1]?.installation).toBe("proved");
  });

  test("from the command line are refused before an App is created if the scope does not have them", async () => {
    const bench = await openScopeBench();
    const given = { ...described, targets: ["acme/api"] };
    const { error } = await bench.setUpScope(given, {
      readRepositories: ["ACME/api", "acme/web"],
    });
    expect(error).toBeInstanceOf(InvalidInput);
    expect(error?.message).toBe(
      "The committed scope does not allow the Read App to access acme/web.",
    );
    expect(await bench.apps()).toEqual([]);
  });
});
