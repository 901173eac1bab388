import type { Command } from "commander";
import type { Defining } from "./defining.ts";

export interface CommandEntry {
  readonly name: string;
  /** At most 66 columns, so that it is one row of 80. */
  readonly summary: string;
  /** Another program's, not a person's: in no list. */
  readonly isHidden?: true;
  /** Adds options, examples and the action. Loaded only when it is this command that runs. */
  readonly load: () => Promise<{
    define(command: Command, defining: Defining): void | Promise<void>;
    /** Spells a line of a command that can be called without its verb with it. */
    route?: (argv: readonly string[]) => readonly string[];
  }>;
}

/** Commands by what people do with them, in the order in which they come to it. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandEntry[];
}

export const commandGroups: readonly CommandGroup[] = [
  {
    title: "Set up a control plane",
    commands: [
      {
        name: "setup",
        summary: "make both Apps, store their keys, install them; resumable",
        load: () => import("./commands/setup.ts"),
      },
      {
        name: "scope",
        summary: "describe or change which repositories the agents reach",
        load: () => import("./commands/scope.ts"),
      },
      {
        name: "profile",
        summary: "decide which credential the facts call for, with reasons",
        load: () => import("./commands/profile.ts"),
      },
      {
        name: "control",
        summary: "write the control file that all workflows import, or check it",
        load: () => import("./commands/control.ts"),
      },
    ],
  },
  {
    title: "Keep it",
    commands: [
      {
        name: "status",
        summary: "show what is set, what is wrong, and what comes next",
        load: () => import("./commands/status.ts"),
      },
      {
        name: "dashboard",
        summary: "show runs, the capacity gate and credentials, as they change",
        load: () => import("./commands/dashboard.ts"),
      },
      {
        name: "verify",
        summary: "review all that has to hold before promotion",
        load: () => import("./commands/verify.ts"),
      },
      {
        name: "rotate",
        summary: "replace an App's key or the PAT; proved before the old one goes",
        load: () => import("./commands/rotate.ts"),
      },
      {
        name: "exposed",
        summary: "contain a leaked credential, end it, search for it, record it",
        load: () => import("./commands/exposed.ts"),
      },
      {
        name: "remove",
        summary: "take away what setup made, step by step; say what stays",
        load: () => import("./commands/remove.ts"),
      },
      {
        name: "fleet",
        summary: "have the forge's runners look at many control planes",
        load: () => import("./commands/fleet.ts"),
      },
    ],
  },
  {
    title: "Run agents",
    commands: [
      {
        name: "firewall",
        summary: "run a command behind a filtering proxy, and ask its rules",
        load: () => import("./commands/firewall.ts"),
      },
      {
        name: "admit",
        summary: "let a run begin only while its credential has requests left",
        load: () => import("./commands/admit.ts"),
      },
      {
        name: "precompute",
        summary: "read what a run has to know of its targets",
        load: () => import("./commands/precompute.ts"),
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
        name: "scan",
        summary: "prove that files, folders and archives carry no credential",
        load: () => import("./commands/scan.ts"),
      },
    ],
  },
  {
    title: "Compile pipelines",
    commands: [
      {
        name: "new",
        summary: "write a first agent definition, with words on all it may hold",
        load: () => import("./commands/new.ts"),
      },
      {
        name: "engine",
        summary: "ask for a definition's engine and credentials, and write them",
        load: () => import("./commands/engine.ts"),
      },
      {
        name: "compile",
        summary: "make pipelines of agent definitions, or check that they are theirs",
        load: () => import("./commands/compile.ts"),
      },
      {
        name: "explain",
        summary: "say which secret reaches which step of a pipeline, and why",
        load: () => import("./commands/explain.ts"),
      },
      {
        name: "secrets",
        summary: "store a secret variable with the pipeline service",
        load: () => import("./commands/secrets.ts"),
      },
      {
        name: "schema",
        summary: "print the JSON Schema of a definition's front matter",
        load: () => import("./commands/schema.ts"),
      },
    ],
  },
  {
    title: "Try it, and tools",
    commands: [
      {
        name: "demo",
        summary: "run the setup on the embedded forge; nothing leaves the machine",
        load: () => import("./commands/demo.ts"),
      },
      {
        name: "emulator",
        summary: "run the embedded forge: REST, web pages and a forge CLI",
        load: () => import("./commands/emulator.ts"),
      },
      {
        name: "doctor",
        summary: "say what this machine and this login can do, and what mends it",
        load: () => import("./commands/doctor.ts"),
      },
      {
        name: "completion",
        summary: "print what completes commands and options in a shell",
        load: () => import("./commands/completion.ts"),
      },
    ],
  },
];

const hidden: readonly CommandEntry[] = [
  {
    name: "forge",
    summary: "the embedded forge's own CLI",
    isHidden: true,
    load: () => import("./commands/forge.ts"),
  },
  {
    name: "manual",
    summary: "print all manual pages as one JSON document, for the build",
    isHidden: true,
    load: () => import("./commands/manual.ts"),
  },
];

export const commands: readonly CommandEntry[] = [
  ...commandGroups.flatMap((group) => group.commands),
  ...hidden,
];
