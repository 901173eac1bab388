import { parseScriptedAnswers } from "../prompts/scripted-answers.ts";
import { handleSignals } from "../prompts/signal-handlers.ts";
import { createScriptedPrompter } from "../prompts/scripted-prompter.ts";
import type { SetUpDeps } from "../../flows/setup/set-up-deps.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { nameApp } from "../plane/setup/app-name.ts";
import { createPrint } from "../prompts/print-plain.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { listenWhileOpen } from "./open-prompter.ts";
import type { EmulatorOperator } from "./set-up-emulator.ts";

/**
 * Creates a prompter that answers all questions, performs all actions, and prints them.
 * @param others answers to use instead of the demo's own answers
 */
export function playOperator(
  repository: RepositoryName,
  others: Readonly<Record<string, string>> = {},
): Required<EmulatorOperator> {
  const print = createPrint(process.stdout, ourEnvironment());
  const answers = parseScriptedAnswers(
    {
      answers: {
        scope: "describe",
        targets: ["acme/web", "acme/api"],
        mode: "live",
        destination: "control",
        limits: "usual",
        "has-packages": "some",
        packages: "dependency-review",
        "package-dependency-review-apis": ["contents", "pull_requests", "vulnerability_alerts"],
        "settings-commit": "commit",
        "profile-app-read-write": true,
        "read-plan": true,
        "write-plan": true,
        "read-app-name": nameApp(repository, "read"),
        "read-app-how": "browser",
        "write-app-name": nameApp(repository, "write"),
        "write-app-how": "browser",
        "control-file": "write",
        "control-package": "committed",
        "failure:read-proof": "run",
        "failure:write-proof": "run",
        "first-agent": true,
        ...others,
      },
    },
    "the demo",
  );
  const { stops, end } = handleSignals();
  const prompter = createScriptedPrompter({ answers, print, stops });
  const opened = listenWhileOpen({ prompter, unusedAnswers: () => [] }, { stops, end });
  return { opened, openLink: robotOpener(print) };
}

/** Creates a browser replacement that reads the forge's pages and clicks their buttons. */
export function robotOpener(print: (line: string) => void): SetUpDeps["openLink"] {
  const report = (what: string) => print(`  robot: ${what}`);
  return async (link, selection) => {
    const { createRobot } = await import("../../emulator/entry.ts");
    const robot = await createRobot({ report, ...(selection && { selection }) });
    await robot.visit(link);
    return true;
  };
}
