import type { Prompter } from "../../src/prompts/prompter.ts";

/** The demo's own first question: who presses the buttons on the forge's pages. */
export async function chooseWhoClicks(prompter: Prompter): Promise<"me" | "robot"> {
  prompter.begin({ title: "demo", subject: "the embedded forge", outline: [] });
  return prompter.choose<"me" | "robot">(
    {
      id: "who-clicks",
      title: "Who presses the buttons on the forge's pages?",
      body: [
        "This is the whole setup on a forge that runs on this machine only. Nothing leaves it.",
      ],
      options: [
        { value: "me", label: "I do, in my browser", hint: "as it will be on the real forge" },
        { value: "robot", label: "The demo does", hint: "for a machine without a browser" },
      ],
    },
    { canGoBack: false },
  );
}
