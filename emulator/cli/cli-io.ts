/** Everything that a command can access, except the network and its configuration folder. */
export interface CliIo {
  readonly stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly env: NodeJS.ProcessEnv;
}

/** A command that parses its own arguments and returns its exit code. */
export type CliCommand = (args: readonly string[], io: CliIo) => Promise<number>;
