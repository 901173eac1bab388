import { parseScriptedAnswers } from "../../asking/scripted-answers.ts";
import { createScriptedPrompter } from "../../asking/scripted-prompter.ts";
import { createRobot } from "../../emulator/robot.ts";
import { requireRepositoryName } from "../../forge/repository-name.ts";
import { nameApp } from "../../setup/app-name.ts";
import type { RunSetupOptions } from "./run-setup.ts";

/** Somebody who answers every question and presses every button, and says so. */
export function playOperator(
  fullName: string,
): Required<Pick<RunSetupOptions, "opened" | "openLink">> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const repository = requireRepositoryName(fullName, "--repo");
  const answers = parseScriptedAnswers(
    {
      answers: {
        plan: true,
        "read-app-name": nameApp(repository, "read"),
        "read-app-how": "browser",
        "write-app-name": nameApp(repository, "write"),
        "write-app-how": "browser",
        "failure:read-proof": "run",
        "failure:write-proof": "run",
      },
    },
    "the demo",
  );
  const prompter = createScriptedPrompter({ answers, print });
  return { opened: { prompter, unusedAnswers: () => [] }, openLink: robotOpener(print) };
}

/** A browser without a person: it reads the pages and presses their buttons. */
export function robotOpener(print: (line: string) => void): (link: string) => Promise<boolean> {
  const robot = createRobot({ say: (what) => print(`  robot: ${what}`) });
  return async (link) => {
    await robot.visit(link);
    return true;
  };
}
