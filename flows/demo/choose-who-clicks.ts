import type { Prompter } from "../../src/asking/prompter.ts";
import type { SetUpDeps } from "../setup/set-up-deps.ts";
import { robotOpener } from "../../src/commands/demo-operator.ts";

/** The demo's own first question. Answers what opens links when that is not the operator's browser. */
export async function chooseWhoClicks(
  prompter: Prompter,
): Promise<SetUpDeps["openLink"] | undefined> {
  prompter.begin({ title: "demo", subject: "the embedded forge", outline: [] });
  const who = await prompter.choose(
    {
      id: "who-clicks",
      title: "Who presses the buttons on the forge's pages?",
      body: [
        "This is the whole setup on a forge that runs on this machine only. Nothing leaves it.",
      ],
      options: [
        { value: "me", label: "I do, in my browser", hint: "As it will be on the real forge." },
        { value: "robot", label: "The demo does", hint: "For a machine without a browser." },
      ],
    },
    { canGoBack: false },
  );
  return who === "robot" ? robotOpener(() => undefined) : undefined;
}
