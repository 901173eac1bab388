import type { Command } from "commander";
import { commandGroups } from "./command-groups.ts";
import type { CommandName, NamedCommand } from "./command-groups.ts";
import type { Defining } from "./defining.ts";

export interface CommandEntry extends NamedCommand {
  /** Another program's, not a person's: in no list. */
  readonly isHidden?: true;
  /** Adds options, examples and the action. Loaded only when it is this command that runs. */
  readonly load: () => Promise<{
    define(command: Command, defining: Defining): void | Promise<void>;
    /** Spells a line of a command that can be called without its verb with it. */
    route?: (argv: readonly string[]) => readonly string[];
  }>;
}

const loads: Readonly<Record<CommandName, CommandEntry["load"]>> = {
  setup: () => import("./commands/setup.ts"),
  scope: () => import("./commands/scope.ts"),
  profile: () => import("./commands/profile.ts"),
  control: () => import("./commands/control.ts"),
  status: () => import("./commands/status.ts"),
  dashboard: () => import("./commands/dashboard.ts"),
  verify: () => import("./commands/verify.ts"),
  rotate: () => import("./commands/rotate.ts"),
  exposed: () => import("./commands/exposed.ts"),
  remove: () => import("./commands/remove.ts"),
  fleet: () => import("./commands/fleet.ts"),
  firewall: () => import("./commands/firewall.ts"),
  admit: () => import("./commands/admit.ts"),
  precompute: () => import("./commands/precompute.ts"),
  token: () => import("./commands/token.ts"),
  outputs: () => import("./commands/outputs.ts"),
  scan: () => import("./commands/scan.ts"),
  new: () => import("./commands/new.ts"),
  engine: () => import("./commands/engine.ts"),
  compile: () => import("./commands/compile.ts"),
  explain: () => import("./commands/explain.ts"),
  secrets: () => import("./commands/secrets.ts"),
  schema: () => import("./commands/schema.ts"),
  demo: () => import("./commands/demo.ts"),
  emulator: () => import("./commands/emulator.ts"),
  doctor: () => import("./commands/doctor.ts"),
  completion: () => import("./commands/completion.ts"),
};

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
  ...commandGroups
    .flatMap(({ commands: inGroup }): readonly (NamedCommand & { name: CommandName })[] => inGroup)
    .map((command) => ({ ...command, load: loads[command.name] })),
  ...hidden,
];
