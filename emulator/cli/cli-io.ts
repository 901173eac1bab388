/** Everything that a command may touch besides the network and its configuration folder. */
export interface CliIo {
  readonly stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly env: NodeJS.ProcessEnv;
}

/** One verb: its own arguments in, its exit code out. */
export type CliCommand = (args: readonly string[], io: CliIo) => Promise<number>;
