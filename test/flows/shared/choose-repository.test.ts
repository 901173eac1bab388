import { describe, expect, test } from "vitest";
import { chooseRepository } from "../../../flows/shared/choose-repository.ts";
import type { RepositoryChoice } from "../../../flows/shared/choose-repository.ts";
import type { ChooseQuestion, FlowHeader, TextQuestion } from "../../../src/prompts/prompter.ts";
import { Cancelled, Incomplete } from "../../../src/shared/errors.ts";
import { back, createRecordingPrompter } from "../../prompts/recording-prompter.ts";

/** Asks for a repository with these answers, at a forge that lists these repositories. */
async function choose(
  answers: readonly unknown[],
  listRepositories: () => Promise<readonly string[]>,
  more: Pick<RepositoryChoice, "offered" | "note"> = {},
) {
  const { prompter, log } = createRecordingPrompter(answers);
  const asked: {
    header?: FlowHeader;
    choice?: ChooseQuestion;
    text?: TextQuestion;
    canGoBack?: boolean;
  } = {};
  const choosing = chooseRepository(
    {
      ...prompter,
      begin: (header) => {
        asked.header = header;
        prompter.begin(header);
      },
      choose: (question, situation) => {
        asked.choice = question;
        asked.canGoBack = situation.canGoBack;
        return prompter.choose(question, situation);
      },
      text: (question, situation) => {
        asked.text = question;
        return prompter.text(question, situation);
      },
    },
    { host: "forge.example", verb: "setup", title: "rotate", listRepositories, ...more },
  );
  const result = await choosing.then(
    ({ full }) => ({ full, error: undefined }),
    (error: unknown) => ({ full: undefined, error }),
  );
  return { ...result, log, asked };
}

const listing =
  (...names: readonly string[]) =>
  () =>
    Promise.resolve(names);

test("offers the repositories that the operator administers as a list", async () => {
  const { full, asked } = await choose(["acme/control"], listing("acme/web", "acme/control"));
  expect(full).toBe("acme/control");
  expect(asked.header).toEqual({ title: "rotate", subject: "forge.example", outline: [] });
  // This is the first question, so Back has no destination.
  expect(asked.canGoBack).toBe(false);
  expect(asked.choice?.options.map(({ label }) => label)).toEqual([
    "acme/web",
    "acme/control",
    "Another repository",
  ]);
});

test("another repository can be typed", async () => {
  const { full, log } = await choose(["another", "acme/other"], listing("acme/web"));
  expect(full).toBe("acme/other");
  expect(log).toEqual(["begin", "repository", "< repository-name"]);
});

test("Back from the name returns to the list", async () => {
  const answers = ["another", back, "acme/web"];
  const { full, log } = await choose(answers, listing("acme/web"));
  expect(full).toBe("acme/web");
  expect(log).toEqual(["begin", "repository", "< repository-name", "repository"]);
});

describe("without a list", () => {
  test.each<[string, () => Promise<readonly string[]>]>([
    ["because the list is empty", listing()],
    [
      "because the forge refuses the list",
      () => Promise.reject(new Incomplete("not signed in", [])),
    ],
  ])("the name is typed at once %s", async (_, list) => {
    const { full, log } = await choose(["acme/control"], list);
    expect(full).toBe("acme/control");
    expect(log).toEqual(["begin", "repository-name"]);
  });

  test.each([
    ["a Ctrl-C", new Cancelled()],
    ["an unexpected error", new TypeError("a bug")],
  ])("asks nothing after %s", async (_, error) => {
    const { error: thrown, log } = await choose([], () => Promise.reject(error));
    expect(thrown).toBe(error);
    expect(log).toEqual(["begin"]);
  });
});

test.each(["acme", "acme/", "a/b/c", "two words/control"])(
  "%j is not a repository name",
  async (text) => {
    const { asked } = await choose(["acme/control"], listing());
    expect(asked.text?.check?.(text)).toBe("Enter it as owner/name, such as acme/control.");
    expect(asked.text?.check?.("acme/control")).toBeUndefined();
  },
);

test("offers the remotes of the directory, without a request for other repositories", async () => {
  const ask = () => Promise.reject(new Error("asked"));
  const offered = ["acme/control", "mona/control"];
  const { full, asked } = await choose(["mona/control"], ask, { offered });
  expect(full).toBe("mona/control");
  expect(asked.choice?.options.map(({ value }) => value)).toEqual([...offered, "another"]);
});

test("reports a remote on another forge next to the question", async () => {
  const note = ["This folder's remote is on acme.ghe.com."];
  const { asked } = await choose(["acme/control"], listing("acme/control"), { note });
  expect(asked.choice?.body).toEqual(note);
});
