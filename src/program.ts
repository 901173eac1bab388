import { Command } from "commander";
import { runGuarded } from "./run-guarded.ts";

declare const GATEHOUSE_VERSION: string;

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Not listed: another program's, not a person's. */
  readonly isHidden?: true;
  /** Adds options, examples and the action. Loaded only when it is this command that runs. */
  readonly load: () => Promise<{
    define(command: Command): void | Promise<void>;
    /** Spells a line of a command that can be called without its verb with it. */
    route?: (argv: readonly string[]) => readonly string[];
  }>;
}

const commands: readonly CommandEntry[] = [
  {
    name: "setup",
    summary: "make both Apps, store their keys, install them; a rerun finds its own work",
    load: () => import("./commands/setup.ts"),
  },
  {
    name: "scope",
    summary: "describe or change which repositories the agents reach, and do what follows from it",
    load: () => import("./commands/scope.ts"),
  },
  {
    name: "status",
    summary: "show each credential record: set, missing, half or unknown",
    load: () => import("./commands/status.ts"),
  },
  {
    name: "dashboard",
    summary: "show latest runs, the capacity gate, and how the credentials are, as they change",
    load: () => import("./commands/dashboard.ts"),
  },
  {
    name: "verify",
    summary: "review everything that has to hold before promotion: pass, fail or unknown",
    load: () => import("./commands/verify.ts"),
  },
  {
    name: "rotate",
    summary: "replace an App's key or the PAT: validated before the old one goes",
    load: () => import("./commands/rotate.ts"),
  },
  {
    name: "profile",
    summary: "decide which credential the facts call for, with reasons",
    load: () => import("./commands/profile.ts"),
  },
  {
    name: "exposed",
    summary: "contain a leaked credential, end it, search for it, and record it all",
    load: () => import("./commands/exposed.ts"),
  },
  {
    name: "remove",
    summary: "take away what setup made, step by step; says what stays",
    load: () => import("./commands/remove.ts"),
  },
  {
    name: "control",
    summary: "write the control file that all workflows import, or check that they do",
    load: () => import("./commands/control.ts"),
  },
  {
    name: "fleet",
    summary: "have the forge's runners look at many control planes, and report",
    load: () => import("./commands/fleet.ts"),
  },
  {
    name: "token",
    summary: "mint a safe output's token in a workflow step, or end it",
    load: () => import("./commands/token.ts"),
  },
  {
    name: "outputs",
    summary: "judge what an agent proposes, and carry out what is left of it",
    load: () => import("./commands/outputs.ts"),
  },
  {
    name: "precompute",
    summary: "read what a run has to know of its targets, in a step of a workflow",
    load: () => import("./commands/precompute.ts"),
  },
  {
    name: "scan",
    summary: "prove that files, folders and archives carry no credential",
    load: () => import("./commands/scan.ts"),
  },
  {
    name: "admit",
    summary: "let a run begin only while its credential has enough requests left",
    load: () => import("./commands/admit.ts"),
  },
  {
    name: "firewall",
    summary: "run a command behind a filtering proxy, and ask its rules",
    load: () => import("./commands/firewall.ts"),
  },
  {
    name: "new",
    summary: "write a first agent definition, with words on all that it may hold",
    load: () => import("./commands/new.ts"),
  },
  {
    name: "engine",
    summary: "ask for a definition's engine and its credentials, and write what changes",
    load: () => import("./commands/engine.ts"),
  },
  {
    name: "compile",
    summary: "make pipelines of agent definitions, or check that they are theirs",
    load: () => import("./commands/compile.ts"),
  },
  {
    name: "explain",
    summary: "say which secret reaches which step of a definition's pipeline, and why",
    load: () => import("./commands/explain.ts"),
  },
  {
    name: "secrets",
    summary: "store a secret variable of a pipeline with the pipeline service",
    load: () => import("./commands/secrets.ts"),
  },
  {
    name: "schema",
    summary: "print the JSON Schema of a definition's front matter, for editors",
    load: () => import("./commands/schema.ts"),
  },
  {
    name: "doctor",
    summary: "say what this machine and this login can do, and what mends the rest",
    load: () => import("./commands/doctor.ts"),
  },
  {
    name: "demo",
    summary: "run the setup on the embedded forge; without a terminal it plays the operator",
    load: () => import("./commands/demo.ts"),
  },
  {
    name: "emulator",
    summary: "run the embedded forge: REST, web pages and a forge CLI on 127.0.0.1",
    load: () => import("./commands/emulator.ts"),
  },
  {
    name: "forge",
    summary: "the embedded forge's own CLI",
    isHidden: true,
    load: () => import("./commands/forge.ts"),
  },
];

const examples = `
Examples:
  $ gatehouse demo                                 try it on the embedded forge
  $ gatehouse setup --repo acme/control            set up a control repository
  $ gatehouse setup --repo acme/control --dry-run  show both Apps, make none
  $ gatehouse scope --repo acme/control            change what the agents reach
  $ gatehouse status --repo acme/control           what is set, what comes next

Exit codes: 0 done, 1 bug, 2 usage, 3 refused, 4 unreachable, 5 incomplete,
6 said no, 129, 130, 143 stopped: terminal closed, Ctrl-C, SIGTERM`;

/** Runs what a command line asks for. @throws UserError, CommanderError, and whatever is a bug */
async function runProgram(argv: readonly string[]): Promise<void> {
  const program = new Command("gatehouse")
    .description("Sets up and keeps the credentials of a control plane for AI agents.")
    .version(GATEHOUSE_VERSION, "-V, --version")
    .showSuggestionAfterError()
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText("after", examples);
  const [wanted] = argv;
  let words = argv;
  for (const { name, summary, isHidden, load } of commands) {
    const command = program.command(name, { hidden: isHidden === true }).summary(summary);
    command.description(summary).showHelpAfterError(false);
    if (name !== wanted) continue;
    const loaded = await load();
    words = loaded.route?.(argv) ?? argv;
    await loaded.define(command);
  }
  if (argv.length === 0) {
    program.outputHelp();
    return;
  }
  await program.parseAsync(words, { from: "user" });
}

void runGuarded(() => runProgram(process.argv.slice(2)));
