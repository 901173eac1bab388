const elsewhere = "it changes this machine, or contacts another one";
const option = "an option to replace or add, not a command";
const midway =
  "printed in the middle of a wizard whose command is the one that other situations run";

/**
 * Descriptions of commands that no situation runs as printed, and the reason, or the test that runs
 * the command.
 */
export const notRun: Readonly<Record<string, string>> = {
  // Other programs.
  "Sign in": elsewhere,
  "…, with the embedded forge's operator token on standard input":
    "test/pty/next-steps/sign-in.test.ts runs it",
  "Use the stored login instead": "it changes the shell in which it is typed",
  "Install the extension": elsewhere,
  "Install its extension": elsewhere,
  "On Debian or Ubuntu, install bubblewrap": elsewhere,
  "On this system, only programs with an AppArmor profile can create user namespaces. Add a profile for bubblewrap":
    elsewhere,
  "If it is your directory, make it readable":
    "a directory that root can read does not cause it, and tests can run as root",
  "If the limit of watches is reached, raise it": elsewhere,
  "If it is a file, create it": "it only creates an empty file",
  "Check the owner": "the directory belongs to another user, whom a test cannot create everywhere",
  "Build gatehouse": "gatehouse without its build, which no test program is",
  "Rename the file and run the command again; gatehouse detects existing resources":
    "test/prompts/journal.test.ts reads the renamed file",

  // Parts of a command or of a file.
  "Use only the host name": option,
  "Use the format YYYY-MM-DD": option,
  "Use capital letters, digits and underscores": option,
  "Start in a project directory, or specify one":
    "a line to fill in; test/commands/firewall.test.ts runs the option",

  // Commands of gatehouse.
  "Show all problems": "test/commands/firewall/approve.program.test.ts prints it; it exits with 2",
  "List the shared budgets": "test/commands/firewall/budget.program.test.ts runs it",
  "Reset what the runs have used": "test/commands/firewall/budget.program.test.ts runs it",
  "If its file is damaged, reset what the runs have used":
    "test/commands/firewall/budget.program.test.ts runs it",
  "Review the file, because a project or a pull request can change it. Then approve it":
    "test/commands/firewall/approve.program.test.ts runs it",
  "Resume where you stopped": "test/pty/next-steps/after-interrupt.test.ts runs it",
  "Run in another terminal": "test/pty/next-steps/sign-in.test.ts runs it",
  "Start the embedded forge, which signs you in": "test/pty/next-steps/sign-in.test.ts runs it",
  "…: stop the embedded forge and start it again": "the same command, after a login expired",
  "Attach a report about this machine; it contains no secrets":
    "behind a bug; test/system/readme/care-examples.ts types it",
  "Run the command again to check": midway,
  "Then run setup again": midway,
  "Run setup again when secrets can be stored": midway,
  "Store the client ID again": midway,
  "Install the App again": midway,
  "Define the scope first": midway,
  "Continue the rotation": midway,
  "Generate another key and enter its path": midway,
  "Then validate again": midway,
  "Or go back: provide the old key as the new one": midway,
  "Ask … to complete the setup": "test/commands/hand-over.test.ts runs it as that user",
  "After an owner has run the command, run setup again": "test/commands/hand-over.test.ts runs it",
  "Write a first agent in a clone of …": "test/commands/first-agent.test.ts runs it in a clone",
  "Run an agent in review mode. Write a first one in a clone of …":
    "test/commands/first-agent.test.ts runs it in a clone",
  "Start one, and use its address": "test/commands/emulator.test.ts runs it",
  "Then create an App owned by …": "an App of another owner, which is not ours to create here",
  "Choose another port, or omit --port": "the port can be in use on the machine of the test",
  "For … on …": "test/commands/repository-here.test.ts shows it, for a forge on the internet",
  "set up a control plane": "test/pty/begin.test.ts offers it",
  "try the setup on the embedded forge": "test/pty/begin.test.ts offers it",
  "list all commands": "test/pty/begin.test.ts runs it",
  "Show the full status": "test/pty/begin.test.ts runs it",
  "Watch runs and the gate live": "test/pty/dashboard.test.ts runs it",
  "Check the status of this repository": "test/pty/begin.test.ts offers it",
  "Pipe the facts to the command, or specify a file":
    "it names a file of the user; test/system/readme/review-examples.ts types it",
  "Read the value from a file that only you can read":
    "it names a file of the user; test/commands/secrets.test.ts runs it with another input",
  "Show all denials": "it shows a log like any other; test/commands/firewall-logs.test.ts",
  "Show all firewall checks": "test/system/readme/firewall-examples.ts types it",
};

/**
 * Commands that are built without a text that describes them, by source and words, and the
 * situation or test that covers each.
 */
export const notRunBuilds: Readonly<Record<string, string>> = {
  "emulator/pages/layout.ts: emulator --sign-in": "test/commands/emulator.test.ts runs it",
  "flows/engine/choose-definition.ts: compile": "the name of a command, in a sentence",
  "flows/exposed/watch-rotation.ts: rotate": "as in the situation of an open exposure",
  "flows/rotate/recheck-app.ts: rotate --app … --start-over":
    "as in the situation of a damaged journal",
  "flows/scope/ask-about-profile.ts: …": "compared with the steps of a decision",
  "flows/shared/choose-repository.ts: … --repo …": "typed names are checked before",
  "src/commands/connect.ts: emulator": "test/system/package/ways.test.ts compares it",
  "src/commands/engine-commands.ts: engine …": "test/pty/engine-screens.test.ts resumes with it",
  "src/commands/engine-commands.ts: compile …": "in the situation of a first definition",
  "src/commands/engine-commands.ts: explain …": "in the situation of an engine",
  "src/commands/engine-commands.ts: secrets set … --definition …":
    "in the situation of an engine, and in test/commands/engine.test.ts",
  "src/commands/firewall/run-setup.ts: firewall setup": "in the situation of a rules file",
  "src/commands/outcomes/print-firewall.ts: firewall --config … --":
    "in the situations of a rules file",
  "src/commands/outcomes/print-fleet.ts: fleet render": "the name of a command, in a sentence",
  "src/commands/outcomes/logs-command.ts: firewall logs": "in the situation of a denied run",
  "src/commands/outcomes/print-stored.ts: secrets set": "test/commands/secrets.test.ts runs it",
  "src/commands/run-control-there.ts: control render":
    "in the situation of a control file that drifted",
  "src/commands/run-control-there.ts: control render --pack":
    "test/commands/control-package.test.ts",
  "src/commands/run-new-workflow.ts: verify --host URL --repo OWNER/NAME":
    "a line to fill in, in a sentence",
  "src/commands/run-control-there.ts: control check":
    "in the situation of a control file that drifted",
  "src/commands/run-control.ts: control check": "in the situation of a written control file",
  "src/commands/run-control.ts: control render": "in the situation of a written control file",
  "src/commands/run-control.ts: control render --pack":
    "in the situation of a control file without a package",
  "src/commands/run-dry-run.ts: setup --dry-run --offline": "test/commands/dry-run.test.ts",
  "src/plane/setup/hand-over.ts: setup": "test/commands/hand-over.test.ts runs it",
  "src/credentials/profile/reasons.ts: setup": "lines of `profile`, without a repository",
  "src/credentials/profile/reasons.ts: verify": "lines of `profile`, without a repository",
  "src/firewall/check-machine.ts: firewall doctor": "compared with hints, to omit one",
  "src/forge/host-profile.ts: emulator --port …": "test/pty/next-steps/sign-in.test.ts runs it",
  "src/plane/fleet/fleet-folder.ts: fleet render": "the name of a command, in a sentence",
  "src/plane/setup/preflight.ts: setup": "in the situation of a renamed repository",
  "src/plane/verify/review.ts: setup": "compared with hints, to omit them",
  "src/plane/verify/review.ts: scope": "compared with hints, to omit them",
  "src/plane/verify/status-document.ts: rotate": "in the situation of a PAT that expires soon",
};
