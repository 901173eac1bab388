import type { Prompter } from "../../src/prompts/prompter.ts";

/** Asks the demo's first question: who clicks the buttons on the forge's pages. */
export async function chooseWhoClicks(prompter: Prompter): Promise<"me" | "robot"> {
  prompter.begin({ title: "demo", subject: "the embedded forge", outline: [] });
  return prompter.choose<"me" | "robot">(
    {
      id: "who-clicks",
      title: "Who should click the buttons on the forge's pages?",
      body: [
        "The demo runs the complete setup on the embedded forge. No data leaves this machine.",
      ],
      options: [
        { value: "me", label: "Me, in my browser", hint: "as on the real forge" },
        { value: "robot", label: "The demo", hint: "for a machine without a browser" },
      ],
    },
    { canGoBack: false },
  );
}
