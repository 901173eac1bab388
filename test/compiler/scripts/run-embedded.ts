import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { expect } from "vitest";
import { mintScript, revokeScript } from "../../../src/compiler/scripts/embedded-scripts.ts";
import type { MadeApp } from "../../emulator/open-forge.ts";
import { makeFolder } from "../../temporary-folder.ts";

export interface Ran {
  readonly code: number;
  readonly lines: readonly string[];
  readonly err: string;
}

const quote = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Runs a script as a pipeline's step does: bash, a quoted heredoc, and only the environment
 * variables listed in it.
 */
export async function runEmbedded(
  script: string,
  args: readonly string[],
  { env }: { readonly env: Readonly<Record<string, string>> },
): Promise<Ran> {
  const file = join(makeFolder("step"), "step.sh");
  writeFileSync(file, `node - ${args.map(quote).join(" ")} <<'END_1'\n${script}END_1\n`);
  return new Promise((resolve) => {
    const options = { env: { PATH: `${dirname(execPath)}:/usr/bin:/bin`, ...env } };
    const child = execFile("bash", [file], options, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, lines: out.split("\n").slice(0, -1), err });
    });
  });
}

export interface MintRun {
  readonly api: string;
  readonly app: Pick<MadeApp, "appId" | "pem">;
  readonly owner?: string;
  readonly repositories?: string;
  /** Value of APP_KEY that replaces the App's key. */
  readonly key?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the mint script and checks that it prints no part of the key and no JWT. */
export async function runMint(wanted: MintRun): Promise<Ran> {
  const { api, app, owner = "acme", repositories, key = app.pem, env = {} } = wanted;
  const args = ["--app-id", String(app.appId), "--owner", owner, "--output-var", "APP_VARIABLE"];
  args.push("--api-url", api, "--key-variable", "THE_KEY");
  if (repositories !== undefined) args.push("--repositories", repositories);
  const ran = await runEmbedded(mintScript, args, { env: { APP_KEY: key, ...env } });
  expect(ran.err).toBe("");
  const text = ran.lines.join("\n");
  expect(text).not.toMatch(/eyJhbGciOiJSUzI1Ni/);
  for (const line of app.pem.split("\n").filter((each) => each.length > 20)) {
    if (!line.startsWith("---")) expect(text).not.toContain(line.slice(0, 20));
  }
  return ran;
}

/** Runs the revocation script. It never fails a build, and never prints a token. */
export async function runRevoke(
  token: string,
  { api, args = [], env = {} }: { api: string; args?: string[]; env?: Record<string, string> },
): Promise<readonly string[]> {
  const all = ["--api-url", api, ...args];
  const ran = await runEmbedded(revokeScript, all, { env: { APP_TOKEN: token, ...env } });
  expect([ran.code, ran.err]).toEqual([0, ""]);
  if (token.trim() !== "") expect(ran.lines.join("\n")).not.toContain(token);
  return ran.lines;
}

/** Returns the token that a mint script set, and requires that its first line sets it. */
export function tokenOf({ lines }: Ran): string {
  const [, token] =
    /^##vso\[task\.setvariable variable=APP_VARIABLE;issecret=true\](\S+)$/.exec(lines[0] ?? "") ??
    [];
  expect(token).toBeDefined();
  expect(lines.slice(1).join("\n")).not.toContain(token);
  return token ?? "";
}

/** Returns the message of a failed step: exactly one line, which sets no variable. */
export function errorOf({ code, lines }: Ran): string {
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  const [, sentence = ""] = /^##vso\[task\.logissue type=error\](.+)$/.exec(lines[0] ?? "") ?? [];
  expect(sentence).not.toBe("");
  return sentence;
}
