import { execFile } from "node:child_process";

export interface CurlRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs curl without the machine's own settings. */
export function runCurl(...args: readonly string[]): Promise<CurlRun> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env["PATH"] }, maxBuffer: 1e8 };
    execFile("curl", ["-q", "-sS", "--max-time", "20", ...args], options, (error, out, err) => {
      const code = typeof error?.code === "number" ? error.code : error ? 1 : 0;
      resolve({ code, out, err });
    });
  });
}
