export interface NamedCommand {
  readonly name: string;
  /** At most 66 columns, so that it is one row of 80. */
  readonly summary: string;
}

/** Commands by what people do with them, in the order in which they come to it. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly NamedCommand[];
}

export const commandGroups = [
  {
    title: "Set up a control plane",
    commands: [
      { name: "setup", summary: "make both Apps, store their keys, install them; resumable" },
      { name: "scope", summary: "describe or change which repositories the agents reach" },
      { name: "profile", summary: "decide which credential the facts call for, with reasons" },
      { name: "control", summary: "write the control file that all workflows import, or check it" },
    ],
  },
  {
    title: "Keep it",
    commands: [
      { name: "status", summary: "show what is set, what is wrong, and what comes next" },
      {
        name: "dashboard",
        summary: "show runs, the capacity gate and credentials, as they change",
      },
      { name: "verify", summary: "review all that has to hold before promotion" },
      {
        name: "rotate",
        summary: "replace an App's key or the PAT; proved before the old one goes",
      },
      { name: "exposed", summary: "contain a leaked credential, end it, search for it, record it" },
      { name: "remove", summary: "take away what setup made, step by step; say what stays" },
      { name: "fleet", summary: "have the forge's runners look at many control planes" },
    ],
  },
  {
    title: "Run agents",
    commands: [
      { name: "firewall", summary: "run a command behind a filtering proxy, and ask its rules" },
      { name: "admit", summary: "let a run begin only while its credential has requests left" },
      { name: "precompute", summary: "read what a run has to know of its targets" },
      { name: "token", summary: "mint a safe output's token in a workflow step, or end it" },
      {
        name: "outputs",
        summary: "judge what an agent proposes, and carry out what is left of it",
      },
      { name: "scan", summary: "search files, folders and archives for credentials" },
    ],
  },
  {
    title: "Compile pipelines",
    commands: [
      { name: "new", summary: "write a first agent definition, with words on all it may hold" },
      { name: "engine", summary: "ask for a definition's engine and credentials, and write them" },
      {
        name: "compile",
        summary: "make pipelines of agent definitions, or check that they are theirs",
      },
      { name: "explain", summary: "say which secret reaches which step of a pipeline, and why" },
      { name: "secrets", summary: "store a secret variable with the pipeline service" },
      { name: "schema", summary: "print the JSON Schema of a definition's front matter" },
    ],
  },
  {
    title: "Try it, and tools",
    commands: [
      { name: "demo", summary: "run the setup on the embedded forge; nothing leaves the machine" },
      { name: "emulator", summary: "run the embedded forge: REST, web pages and a forge CLI" },
      { name: "doctor", summary: "say what this machine and this login can do, and what mends it" },
      { name: "completion", summary: "print what completes commands and options in a shell" },
    ],
  },
] as const satisfies readonly CommandGroup[];

export type CommandName = (typeof commandGroups)[number]["commands"][number]["name"];
