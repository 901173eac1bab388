/**
 * Descriptions of commands that no situation of these tests reaches, and the tests that cover them.
 */
export const shownElsewhere: Readonly<Record<string, string>> = {
  "Sign in": "a command of the forge CLI",
  "Run the command again to check": "test/flows/setup/two-stops.test.ts; a setup like any other",
  "Start the embedded forge": "test/system/readme/setup-examples.ts types it",
  "Start the embedded forge, which signs you in": "the same",
  "…: stop the embedded forge and start it again": "the same",
  "Attach a report about this machine; it contains no secrets":
    "behind a bug; test/system/readme/care-examples.ts types it",
  "Fix this, then run the same command again": "a command of the shell",
  "Install the App again": "the App is uninstalled by its key; a setup like any other",
  "Then run setup again": "a setup like any other",
  "Store the client ID again":
    "the client ID is deleted while a rotation runs; the command is a setup like any other",
  "Then create an App owned by …": "an App of another owner, which is not ours to make here",
  "Define the scope first": "the settings are removed while a rotation runs",
  "Run setup again when secrets can be stored": "test/flows/setup/keychain-key.test.ts",
  "Continue the rotation": "test/flows/rotate/cut-store.test.ts",
  "Generate another key and enter its path": "test/flows/rotate/recheck.test.ts",
  "Then validate again": "test/flows/rotate/validate.test.ts",
  "Or go back: provide the old key as the new one": "test/flows/rotate/resume.test.ts",
  "Specify the repositories":
    "the usual line with an example's repository; test/system/readme types it",
  "Add --repo": "the usual line with an example's repository; test/system/readme types it",
  "For … on …":
    "test/commands/repository-here.test.ts shows it; it goes to a forge of somebody's own",
  "set up a control plane": "test/pty/begin.test.ts offers it",
  "try the setup on the embedded forge": "test/pty/begin.test.ts offers it",
  "list all commands": "test/pty/begin.test.ts runs it",
  "Show the full status": "test/pty/begin.test.ts runs it",
  "Watch runs and the gate live": "test/pty/dashboard.test.ts runs it",
  "Check the status of this repository": "test/pty/begin.test.ts offers it",
  "Pipe the facts to the command, or specify a file":
    "test/system/readme/review-examples.ts types it",
  "See the format of the facts": "test/commands/cli.test.ts asks for that help",
  "Render the control file again to remove the drift":
    "test/commands/control.test.ts renders what drifted",
  "Check that all workflows import it": "test/commands/control.test.ts checks what is rendered",
  "Choose a profile": "a setup like any other",
  "Or specify the profile": "test/commands/control.test.ts names each profile",
  "Narrow the scope, or have the Apps approved": "a change of the scope like any other",
  "Show how to use a token in a workflow": "test/system/readme asks for every help",
  "Specify a handler": "test/system/readme types it, in a step of a workflow",
  "Specify a profile": "test/system/readme types it, in a step of a workflow",
  "Or continue without an App": "test/commands/token.test.ts runs the option",
  "Specify each control repository": "test/system/readme/fleet-examples.ts types it",
  "Choose another port, or omit --port": "an example of the option",
  "Start in a project directory, or specify one":
    "a line to fill in; test/commands/firewall.test.ts runs the option",
  "Show the environment variables that admit reads": "test/commands/cli.test.ts asks for that help",
  "Show the supported outputs and their names": "test/system/readme asks for every help",
  "Pass a credential to the step": "test/commands/cli.test.ts asks for that help",
  "Specify a new file or an earlier output file":
    "test/commands/precompute.test.ts writes that file",
  "Compile its Azure pipeline": "test/system/readme/engine-examples.ts compiles what is new",
  "Store the secret":
    "test/commands/engine.test.ts stores by it, in the service that was found later",
  "Show which secret reaches which step": "test/commands/engine.test.ts runs it",
  "Choose a definition": "test/pty/engine-screens.test.ts runs it",
  "Specify a definition": "test/commands/compile-faults.test.ts explains the one that is named",
  "Create a first definition": "test/system/readme/engine-examples.ts makes one",
  "Show its schema": "test/system/readme/engine-examples.ts prints both schemas",
  "Specify a number of requests": "test/system/readme/admit-examples.ts types it",
  "Or specify the required number of requests":
    "test/run/admit/admit.test.ts asks so without settings",
  "Show all firewall checks": "test/system/readme/firewall-examples.ts types it",
  "Remove the remaining items": "test/commands/remove.test.ts runs it",
  "Remove everything listed": "test/commands/remove.test.ts runs it",
  "Run in another terminal":
    "test/system/readme/setup-examples.ts types it, beside the forge that runs",
};
