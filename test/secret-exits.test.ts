import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { format, inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { UserError, exitCode } from "../src/shared/errors.ts";
import { Secret } from "../src/shared/secret.ts";
import { listSources } from "./rooms/import-graph.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The files in which a secret leaves its box, and where it goes from there. */
const exits: Record<string, string> = {
  "src/shared/secret.ts": "compares two secrets",
  "src/shared/redact/known-secrets.ts": "looks for it in a string, to take it out",
  "src/commands/firewall/doctor.ts": "reads what its own trial printed",
  "src/shared/run-command.ts":
    "writes it to the standard input of a child process, or into the environment of one that takes it in no other way",
  "src/commands/run-secrets.ts": "looks whether a variable can hold it",
  "src/compiler/pipeline/engine-environment.ts":
    "writes a key into a pipeline that somebody wrote into its definition, and was warned of",
  "src/compiler/service/pipeline-cli.ts": "reads what the pipeline service's CLI printed",
  "src/compiler/service/repository-address.ts": "reads a clone's remotes, as git printed them",
  "src/credentials/apps/app-client.ts": "signs as the App",
  "src/credentials/pat/token.ts": "reads the kind of a token off its shape",
  "src/credentials/apps/private-key.ts": "reads the shape of a key",
  "src/forge/resources/tokens.ts": "sends it to the forge, for the forge to end it",
  "src/credentials/keychain/helper/ask-helper.ts":
    "writes it to the standard input of the keychain's helper",
  "src/credentials/keychain/helper/pieces.ts": "cuts it into pieces that a keychain takes",
  "src/forge/forge-cli.ts": "reads what the forge CLI printed: its version, and the stored login",
  "src/forge/read-remotes.ts": "reads a clone's remotes, as git printed them",
  "src/forge/step-secret.ts": "hides it in a run's log, and hands it to the run's other steps",
  "src/forge/client.ts": "sends it in the Authorization header",
  "src/forge/call-once.ts": "sends it in the Authorization header",
  "src/firewall/proxy/provider/provider-server.ts":
    "sends it to the provider, and looks for it in what comes back",
  // The embedded forge stands on the other side: it gives out what a forge gives out, once.
  "emulator/auth/operator-key.ts": "compares what a program sends, and seals sign-in codes with it",
  "emulator/cli-config.ts":
    "writes the demo's login where its CLI looks for it, for the owner alone",
  "emulator/cli/answer-cache.ts": "is a part of a key that is hashed",
  "emulator/cli/auth.ts": "prints the token to the program that asked the CLI for it",
  "emulator/cli/seal-secret.ts": "encrypts it for the repository",
  "emulator/cli/send-request.ts": "sends it in the Authorization header",
  "emulator/control/issue-token.ts": "answers with a new token",
  "emulator/pages/app-settings.ts": "sends a new key as a download",
  "emulator/pages/personal-tokens.ts": "shows a new token on its page",
  "emulator/rest/apps.ts": "answers with a new App's key",
  "emulator/rest/installation-tokens.ts": "answers with a new token",
  "emulator/rest/secrets.ts": "measures what was sealed",
  "emulator/runner/expressions.ts": "puts it where a workflow's expression asks for it",
  "emulator/runs/run-secrets.ts": "hands the repository's secrets to a run",
  "emulator/runs/runs.ts": "hands the run its own token",
};

describe("a secret leaves its box only in listed files", () => {
  const files = listSources(root, ["src", "components", "flows", "emulator"]);
  const revealing = files.filter((path) => findsExit(readFileSync(join(root, path), "utf8")));

  test("every file that reveals is listed with a reason", () => {
    expect(revealing.filter((path) => !exits[path])).toEqual([]);
  });

  test("every listed file still reveals", () => {
    expect(Object.keys(exits).filter((path) => !revealing.includes(path))).toEqual([]);
  });

  test.each([
    "secret.reveal()",
    "secret?.reveal()",
    "const { reveal } = secret;",
    'secret["reveal"]()',
  ])("%s counts as an exit", (code) => expect(findsExit(code)).toBe(true));

  test("a word in a comment does not count as an exit", () => {
    expect(findsExit("// only reveal what is needed\nconst revealed = 1;")).toBe(false);
  });
});

/** True for code that names the method at all; a comment may name it. */
function findsExit(text: string): boolean {
  const code = text.replaceAll(/\/\*[^]*?\*\/|(^|\s)\/\/.*$/gm, "");
  return /\breveal\b/.test(code);
}

describe("a secret does not show itself", () => {
  const value = "ghs_thisIsTheTokenItself";
  const secret = new Secret(value);

  const shown: Record<string, () => unknown> = {
    "as a string": () => String(secret),
    "in a template": () => `${secret as unknown as string}`,
    "joined to a string": () => "token " + (secret as unknown as string),
    "in a list that is joined": () => [secret].join(),
    "as JSON": () => JSON.stringify({ secret, deep: [{ secret }] }),
    inspected: () => inspect({ secret }, { showHidden: true, depth: null, getters: true }),
    "inspected without its own say": () =>
      inspect(secret, { customInspect: false, showHidden: true }),
    "formatted with every placeholder": () =>
      format("%s %o %O %j %d %i %f", ...Array(7).fill(secret)),
    "by its keys": () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret)]),
    "copied into another object": () => inspect(Object.assign({}, secret)),
    "in the message of unknown error": () => new Error(`no ${secret as unknown as string}`).stack,
    "as the cause of unknown error": () => inspect(new Error("refused", { cause: secret })),
    "as a property of unknown error of ours": () =>
      inspect(Object.assign(new Refused("no"), { secret })),
    "in the error of a wrong call": () => messageOf(() => (secret as unknown as () => void)()),
  };

  test.each(Object.entries(shown))("%s", (_way, show) => {
    expect(String(show())).not.toContain(value);
  });

  test("on the console, in every way that it prints", () => {
    const stream = new PassThrough({ encoding: "utf8" });
    const printer = new Console({ stdout: stream, stderr: stream, colorMode: false });
    printer.log(secret, "%s", secret);
    printer.error("%o", secret);
    printer.dir({ secret }, { showHidden: true });
    printer.table([{ secret }]);
    const printed = String(stream.read());
    expect(printed).toContain("[secret]");
    expect(printed).not.toContain(value);
  });

  test("a structured clone holds nothing of it", () => {
    const clone: unknown = structuredClone({ secret });
    expect(inspect(clone, { showHidden: true, depth: null })).not.toContain(value);
    expect((clone as { secret: object }).secret).not.toBeInstanceOf(Secret);
  });

  test("it can be told from another without being shown", () => {
    expect(secret.equals(new Secret(value))).toBe(true);
    expect(secret.equals(new Secret(`${value}.`))).toBe(false);
    expect(secret.reveal()).toBe(value);
  });
});

class Refused extends UserError {
  readonly exitCode = exitCode.refused;
}

function messageOf(act: () => void): string {
  try {
    act();
    return "";
  } catch (error) {
    return inspect(error);
  }
}
