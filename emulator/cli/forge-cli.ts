import { CliFailure } from "./cli-failure.ts";
import type { CliCommand, CliIo } from "./cli-io.ts";

/** The version that the CLI reports. Clients check it before they use `variable`. */
const version = "forge version 2.60.0";

const commands: Readonly<Record<string, () => Promise<CliCommand>>> = {
  api: async () => (await import("./api.ts")).callApi,
  "auth status": async () => (await import("./auth.ts")).showLogin,
  "auth token": async () => (await import("./auth.ts")).printToken,
  "repo view": async () => (await import("./repo.ts")).viewRepository,
  "secret delete": async () => (await import("./secret.ts")).deleteSecret,
  "secret list": async () => (await import("./secret.ts")).listSecrets,
  "secret set": async () => (await import("./secret.ts")).setSecret,
  "variable delete": async () => (await import("./variable.ts")).deleteVariable,
  "variable get": async () => (await import("./variable.ts")).getVariable,
  "variable list": async () => (await import("./variable.ts")).listVariables,
  "variable set": async () => (await import("./variable.ts")).setVariable,
};

/**
 * Runs the CLI of the embedded forge, which imitates `gh`.
 * @returns the exit code: 0 success, 1 rejected, 2 usage error, 4 not signed in
 */
export async function runForgeCli(argv: readonly string[], io: CliIo): Promise<number> {
  const [first = "--help", second = ""] = argv;
  if (first === "--version" || first === "version") return report(io.stdout, version);
  if (first === "--help" || first === "help") return report(io.stdout, overview());
  try {
    const words = Object.hasOwn(commands, first) ? [first] : [first, second];
    const load = commands[words.join(" ")];
    if (!load) throw new CliFailure(`unknown command "${words.join(" ")}"\n\n${overview()}`, 2);
    const command = await load();
    return await command(argv.slice(words.length), io);
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    io.stderr(`${error.message}\n`);
    return error.code;
  }
}

function report(write: (text: string) => void, text: string): number {
  write(`${text}\n`);
  return 0;
}

function overview(): string {
  const names = Object.keys(commands).map((name) => `  forge ${name}`);
  return ["The CLI of the embedded forge.", "", ...names, "  forge --version"].join("\n");
}
