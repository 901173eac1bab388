import { entry, type CommandEntry, type CommandGroup } from "./command.ts";
import { firewallCommands } from "./firewall-table.ts";

/** Commands grouped by purpose, in the order in which operators first need them. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: "Set up a control plane",
    commands: [
      entry(
        "setup",
        "create and install the Apps, and store their keys; resumable",
        async () => (await import("../commands/setup.ts")).setup,
      ),
      entry(
        "scope",
        "choose which repositories agents can access",
        async () => (await import("../commands/scope.ts")).scope,
      ),
      entry(
        "profile",
        "recommend a credential profile, with reasons",
        async () => (await import("../commands/profile.ts")).profile,
      ),
      {
        ...entry(
          "control",
          "write or check the control file that all workflows import",
          async () => (await import("../commands/control.ts")).control,
        ),
        commands: [
          entry(
            "render",
            "write the shared control file to the current directory",
            async () => (await import("../commands/control.ts")).render,
          ),
          entry(
            "check",
            "check the control file and the workflows that depend on it",
            async () => (await import("../commands/control.ts")).check,
          ),
        ],
      },
    ],
  },
  {
    title: "Monitor and maintain",
    commands: [
      entry(
        "status",
        "show the configuration, problems and next steps",
        async () => (await import("../commands/status.ts")).status,
      ),
      entry(
        "dashboard",
        "show runs, API capacity and credentials, updated live",
        async () => (await import("../commands/dashboard.ts")).dashboard,
      ),
      entry(
        "verify",
        "check whether the control plane is ready for live mode",
        async () => (await import("../commands/verify.ts")).verify,
      ),
      entry(
        "rotate",
        "replace an App key or the PAT after verifying the new one",
        async () => (await import("../commands/rotate.ts")).rotate,
      ),
      entry(
        "exposed",
        "contain, revoke, search for and record a leaked credential",
        async () => (await import("../commands/exposed.ts")).exposed,
      ),
      entry(
        "remove",
        "delete what setup created, step by step, and list what is kept",
        async () => (await import("../commands/remove.ts")).remove,
      ),
      {
        ...entry(
          "fleet",
          "monitor many control planes from CI",
          async () => (await import("../commands/fleet.ts")).fleet,
        ),
        commands: [
          entry(
            "render",
            "write the workflow that checks all control planes",
            async () => (await import("../commands/fleet.ts")).render,
          ),
          entry(
            "check",
            "check one control plane in a workflow step",
            async () => (await import("../commands/fleet.ts")).check,
          ),
          entry(
            "report",
            "summarize the results of all checks",
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
          "run a command behind a filtering proxy, or test the rules",
          async () => (await import("../commands/firewall/firewall.ts")).firewall,
        ),
        implied: "run",
        commands: firewallCommands,
      },
      entry(
        "admit",
        "allow a run only if its credential has API requests left",
        async () => (await import("../commands/admit.ts")).admit,
      ),
      {
        ...entry(
          "precompute",
          "fetch the target data that a run needs",
          async () => (await import("../commands/precompute.ts")).precompute,
        ),
        commands: [
          entry(
            "schema",
            "print the JSON Schema of the target data file",
            async () => (await import("../commands/precompute.ts")).schema,
          ),
        ],
      },
      {
        ...entry(
          "token",
          "mint or revoke a token for safe outputs in a workflow step",
          async () => (await import("../commands/token.ts")).token,
        ),
        commands: [
          entry(
            "revoke",
            "revoke the minted tokens in the environment",
            async () => (await import("../commands/token.ts")).revoke,
          ),
        ],
      },
      {
        ...entry(
          "outputs",
          "check an agent's proposals, and apply the safe ones",
          async () => (await import("../commands/outputs.ts")).outputs,
        ),
        commands: [
          entry(
            "check",
            "check whether an agent's proposals are safe to apply",
            async () => (await import("../commands/outputs.ts")).validateCommand,
          ),
          entry(
            "apply",
            "apply an agent's proposals, up to a limit for each kind",
            async () => (await import("../commands/outputs.ts")).apply,
          ),
        ],
      },
      entry(
        "scan",
        "search files, directories and archives for credentials",
        async () => (await import("../commands/scan.ts")).scan,
      ),
    ],
  },
  {
    title: "Compile pipelines",
    commands: [
      entry(
        "new",
        "write a first agent for GitHub Actions or Azure Pipelines",
        async () => (await import("../commands/new.ts")).newDefinition,
      ),
      entry(
        "engine",
        "choose an agent's engine and credentials for Azure Pipelines",
        async () => (await import("../commands/engine.ts")).engine,
      ),
      entry(
        "compile",
        "compile agent definitions into Azure pipelines, or check them",
        async () => (await import("../commands/compile.ts")).compile,
      ),
      entry(
        "explain",
        "show which secrets reach which steps of an Azure pipeline",
        async () => (await import("../commands/explain.ts")).explain,
      ),
      {
        ...entry(
          "secrets",
          "store a secret variable in Azure Pipelines",
          async () => (await import("../commands/secrets.ts")).secrets,
        ),
        commands: [
          entry(
            "set",
            "store a secret variable in Azure Pipelines",
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
    title: "Demo and tools",
    commands: [
      entry(
        "demo",
        "run setup and a first agent on the embedded forge, on this machine",
        async () => (await import("../commands/demo.ts")).demo,
      ),
      entry(
        "emulator",
        "run the embedded forge: REST API, web pages and a CLI",
        async () => (await import("../commands/emulator.ts")).emulator,
      ),
      entry(
        "doctor",
        "check this machine and account, and show how to fix problems",
        async () => (await import("../commands/doctor.ts")).doctor,
      ),
      entry(
        "completion",
        "print a shell completion script",
        async () => (await import("../commands/completion.ts")).completion,
      ),
    ],
  },
];

/** Commands for other programs. They do not appear in any list. */
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
