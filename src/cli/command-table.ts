import { entry, type CommandEntry, type CommandGroup } from "./command.ts";
import { firewallCommands } from "./firewall-table.ts";

/** Commands by what people do with them, in the order in which they come to it. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: "Set up a control plane",
    commands: [
      entry(
        "setup",
        "make both Apps, store their keys, install them; resumable",
        async () => (await import("../commands/setup.ts")).setup,
      ),
      entry(
        "scope",
        "describe or change which repositories the agents reach",
        async () => (await import("../commands/scope.ts")).scope,
      ),
      entry(
        "profile",
        "decide which credential the facts call for, with reasons",
        async () => (await import("../commands/profile.ts")).profile,
      ),
      {
        ...entry(
          "control",
          "write the control file that all workflows import, or check it",
          async () => (await import("../commands/control.ts")).control,
        ),
        commands: [
          entry(
            "render",
            "write the shared control file into the working folder",
            async () => (await import("../commands/control.ts")).render,
          ),
          entry(
            "check",
            "check the control file, and every workflow that has to rely on it",
            async () => (await import("../commands/control.ts")).check,
          ),
        ],
      },
    ],
  },
  {
    title: "Keep it",
    commands: [
      entry(
        "status",
        "show what is set, what is wrong, and what comes next",
        async () => (await import("../commands/status.ts")).status,
      ),
      entry(
        "dashboard",
        "show runs, the capacity gate and credentials, as they change",
        async () => (await import("../commands/dashboard.ts")).dashboard,
      ),
      entry(
        "verify",
        "review all that has to hold before promotion",
        async () => (await import("../commands/verify.ts")).verify,
      ),
      entry(
        "rotate",
        "replace an App's key or the PAT; proved before the old one goes",
        async () => (await import("../commands/rotate.ts")).rotate,
      ),
      entry(
        "exposed",
        "contain a leaked credential, end it, search for it, record it",
        async () => (await import("../commands/exposed.ts")).exposed,
      ),
      entry(
        "remove",
        "take away what setup made, step by step; say what stays",
        async () => (await import("../commands/remove.ts")).remove,
      ),
      {
        ...entry(
          "fleet",
          "have the forge's runners look at many control planes",
          async () => (await import("../commands/fleet.ts")).fleet,
        ),
        commands: [
          entry(
            "render",
            "write the workflow that looks at all of them",
            async () => (await import("../commands/fleet.ts")).render,
          ),
          entry(
            "look",
            "look at one control plane, in a step of the workflow",
            async () => (await import("../commands/fleet.ts")).look,
          ),
          entry(
            "report",
            "say what all that was seen comes to",
            async () => (await import("../commands/fleet.ts")).report,
          ),
          entry(
            "schema",
            "print the JSON Schema of the report",
            async () => (await import("../commands/fleet.ts")).schema,
          ),
        ],
      },
    ],
  },
  {
    title: "Run agents",
    commands: [
      {
        ...entry(
          "firewall",
          "run a command behind a filtering proxy, and ask its rules",
          async () => (await import("../commands/firewall/firewall.ts")).firewall,
        ),
        implied: "run",
        commands: firewallCommands,
      },
      entry(
        "admit",
        "let a run begin only while its credential has requests left",
        async () => (await import("../commands/admit.ts")).admit,
      ),
      {
        ...entry(
          "precompute",
          "read what a run has to know of its targets",
          async () => (await import("../commands/precompute.ts")).precompute,
        ),
        commands: [
          entry(
            "schema",
            "print the JSON Schema of the file",
            async () => (await import("../commands/precompute.ts")).schema,
          ),
        ],
      },
      {
        ...entry(
          "token",
          "mint a safe output's token in a workflow step, or end it",
          async () => (await import("../commands/token.ts")).token,
        ),
        commands: [
          entry(
            "revoke",
            "end the minted tokens of the environment",
            async () => (await import("../commands/token.ts")).revoke,
          ),
        ],
      },
      {
        ...entry(
          "outputs",
          "judge what an agent proposes, and carry out what is left of it",
          async () => (await import("../commands/outputs.ts")).outputs,
        ),
        commands: [
          entry(
            "judge",
            "say whether an agent's proposals may go on",
            async () => (await import("../commands/outputs.ts")).judge,
          ),
          entry(
            "apply",
            "carry out an agent's proposals, at most so many of each kind",
            async () => (await import("../commands/outputs.ts")).apply,
          ),
        ],
      },
      entry(
        "scan",
        "search files, folders and archives for credentials",
        async () => (await import("../commands/scan.ts")).scan,
      ),
    ],
  },
  {
    title: "Compile pipelines",
    commands: [
      entry(
        "new",
        "write a first agent definition, with words on all it may hold",
        async () => (await import("../commands/new.ts")).newDefinition,
      ),
      entry(
        "engine",
        "ask for a definition's engine and credentials, and write them",
        async () => (await import("../commands/engine.ts")).engine,
      ),
      entry(
        "compile",
        "make pipelines of agent definitions, or check that they are theirs",
        async () => (await import("../commands/compile.ts")).compile,
      ),
      entry(
        "explain",
        "say which secret reaches which step of a pipeline, and why",
        async () => (await import("../commands/explain.ts")).explain,
      ),
      {
        ...entry(
          "secrets",
          "store a secret variable with the pipeline service",
          async () => (await import("../commands/secrets.ts")).secrets,
        ),
        commands: [
          entry(
            "set",
            "store a secret variable",
            async () => (await import("../commands/secrets.ts")).set,
          ),
        ],
      },
      entry(
        "schema",
        "print the JSON Schema of a definition's front matter",
        async () => (await import("../commands/schema.ts")).schema,
      ),
    ],
  },
  {
    title: "Try it, and tools",
    commands: [
      entry(
        "demo",
        "run the setup on the embedded forge; nothing leaves the machine",
        async () => (await import("../commands/demo.ts")).demo,
      ),
      entry(
        "emulator",
        "run the embedded forge: REST, web pages and a forge CLI",
        async () => (await import("../commands/emulator.ts")).emulator,
      ),
      entry(
        "doctor",
        "say what this machine and this login can do, and what mends it",
        async () => (await import("../commands/doctor.ts")).doctor,
      ),
      entry(
        "completion",
        "print what completes commands and options in a shell",
        async () => (await import("../commands/completion.ts")).completion,
      ),
    ],
  },
];

/** Commands for other programs, not for people: in no list. */
export const hiddenCommands: readonly CommandEntry[] = [
  {
    ...entry(
      "forge",
      "the embedded forge's own CLI",
      async () => (await import("../commands/forge.ts")).forge,
    ),
    isHidden: true,
    isRaw: true,
  },
  {
    ...entry(
      "manual",
      "print all manual pages as one JSON document, for the build",
      async () => (await import("../commands/manual.ts")).manual,
    ),
    isHidden: true,
  },
];
