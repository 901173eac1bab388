/** What is said of commands where no situation of these tests gets to, and where that is shown instead. */
export const shownElsewhere: Readonly<Record<string, string>> = {
  "Sign in": "a command of the forge CLI",
  "Sign in anew": "a command of the forge CLI",
  "Give your login the scope that writing workflows needs": "a command of the forge CLI",
  "Mend it, and run the same command again": "a command of the shell",
  "Install the App again": "the App is uninstalled by its key; a setup like any other",
  "Mend it":
    "the client ID is deleted while a rotation runs; the command is a setup like any other",
  "Then make an App of …": "an App of another owner, which is not ours to make here",
  "Describe the scope first": "the settings are removed while a rotation runs",
  "When the forge takes secrets again, continue": "test/flows/setup/held-key.test.ts",
  "Add another key and bring it": "test/flows/rotate/recheck.test.ts",
  "Then validate again": "test/flows/rotate/validate.test.ts",
  "Or go back: bring the old key as the new one": "test/flows/rotate/resume.test.ts",
  "Name it": "the usual line with an example's repository; test/system/readme types it",
  "Start one": "test/system/readme/setup-examples.ts types it",
  "Pipe the facts in, or name a file": "test/system/readme/review-examples.ts types it",
  "See what they look like": "test/commands/cli.test.ts asks for that help",
  "Choose another one, or leave --port away": "an example of the option",
  "Name the forge's host, and nothing else": "a setup like any other, at a host of somebody's own",
  "Start from the folder of a project, or name one":
    "a line to fill in; test/commands/firewall.test.ts runs the option",
  "See what it takes from its environment": "test/commands/cli.test.ts asks for that help",
  "Hand the step what it is to ask with": "test/commands/cli.test.ts asks for that help",
  "Say how many": "test/system/readme/admit-examples.ts types it",
  "Or tell the requirement": "test/admission/admit.test.ts asks so without settings",
  "In another terminal":
    "test/system/readme/setup-examples.ts types it, beside the forge that runs",
};
