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

/** The files that read the value of a secret, and how each uses it. */
const exits: Record<string, string> = {
  "src/shared/secret.ts": "compares two secrets",
  "src/shared/redact/known-secrets.ts": "removes it from a text",
  "src/commands/firewall/doctor.ts": "reads the output of its own trial",
  "src/shared/run-command.ts":
    "writes it to the standard input of a child process, or to its environment if that accepts nothing else",
  "src/commands/run-secrets.ts": "checks whether a variable can store it",
  "src/compiler/pipeline/engine-environment.ts":
    "writes a literal key from a definition into its pipeline; the compiler warns about it",
  "src/compiler/service/pipeline-cli.ts": "reads the output of the pipeline service's CLI",
  "src/compiler/service/repository-address.ts": "reads the remotes of a clone from git's output",
  "src/credentials/apps/app-client.ts": "signs requests as the App",
  "src/credentials/pat/token.ts": "determines the kind of a token, and its fingerprint",
  "src/credentials/apps/private-key.ts": "checks the format of a key",
  "src/forge/resources/tokens.ts": "sends it to the forge to revoke the token",
  "src/credentials/keychain/helper/ask-helper.ts":
    "writes it to the standard input of the keychain helper",
  "src/credentials/keychain/helper/pieces.ts": "splits it into pieces that fit into a keychain",
  "src/forge/forge-cli.ts": "reads the output of the forge CLI: its version and the stored login",
  "src/forge/read-remotes.ts": "reads the remotes of a clone from git's output",
  "src/forge/default-branch.ts": "reads the default branch of a clone from git's output",
  "src/run/control/own-package.ts": "reads npm's output about a published version",
  "src/forge/step-secret.ts": "masks it in the log of a run, and passes it to later steps",
  "src/forge/client.ts": "sends it in the Authorization header",
  "src/forge/call-once.ts": "sends it in the Authorization header",
  "src/firewall/files/find-unseen.ts": "reads the files that git lists",
  "src/firewall/proxy/provider/provider-server.ts":
    "sends it to the provider, and removes it from responses",
  "src/firewall/proxy/credentials/add-credential.ts":
    "sends it to the hosts of its rule, and removes it from responses",
  "src/firewall/run-with-minter.ts": "passes a token to the proxy's process over a private channel",
  // The embedded forge is the other side: like a real forge, it issues each secret once.
  "emulator/auth/operator-key.ts": "compares it with a request, and signs sign-in codes with it",
  "emulator/cli-config.ts":
    "writes the demo's login to the configuration of its CLI, readable only by the owner",
  "emulator/cli/answer-cache.ts": "hashes it as part of a cache key",
  "emulator/cli/auth.ts": "prints the token to the program that called the CLI",
  "emulator/cli/seal-secret.ts": "encrypts it for the repository",
  "emulator/cli/send-request.ts": "sends it in the Authorization header",
  "emulator/control/issue-token.ts": "responds with a new token",
  "emulator/pages/app-settings.ts": "sends a new key as a download",
  "emulator/pages/personal-tokens.ts": "shows a new token on its page",
  "emulator/rest/apps.ts": "responds with the key of a new App",
  "emulator/rest/installation-tokens.ts": "responds with a new token",
  "emulator/rest/secrets.ts": "checks the size of the value",
  "emulator/runner/expressions.ts": "inserts it into a workflow expression",
  "emulator/runs/run-secrets.ts": "passes the repository's secrets to a run",
  "emulator/runs/runs.ts": "passes a run its own token",
};

describe("only listed files read the value of a secret", () => {
  const files = listSources(root, ["src", "components", "flows", "emulator"]);
  const revealing = files.filter((path) => findsExit(readFileSync(join(root, path), "utf8")));

  test("every file that reads a value is listed with a reason", () => {
    expect(revealing.filter((path) => !exits[path])).toEqual([]);
  });

  test("every listed file still reads a value", () => {
    expect(Object.keys(exits).filter((path) => !revealing.includes(path))).toEqual([]);
  });

  test.each([
    "secret.reveal()",
    "secret?.reveal()",
    "const { reveal } = secret;",
    'secret["reveal"]()',
  ])("%s reads a value", (code) => expect(findsExit(code)).toBe(true));

  test("a word in a comment does not read a value", () => {
    expect(findsExit("// only reveal what is needed\nconst revealed = 1;")).toBe(false);
  });
});

/** Returns whether code mentions the method. Comments are ignored. */
function findsExit(text: string): boolean {
  const code = text.replaceAll(/\/\*[^]*?\*\/|(^|\s)\/\/.*$/gm, "");
  return /\breveal\b/.test(code);
}

describe("a secret is not printed", () => {
  const value = "ghs_thisIsTheTokenItself";
  const secret = new Secret(value);

  const shown: Record<string, () => unknown> = {
    "as a string": () => String(secret),
    "in a template": () => `${secret as unknown as string}`,
    "joined to a string": () => "token " + (secret as unknown as string),
    "in a list that is joined": () => [secret].join(),
    "as JSON": () => JSON.stringify({ secret, deep: [{ secret }] }),
    inspected: () => inspect({ secret }, { showHidden: true, depth: null, getters: true }),
    "inspected without its own inspect method": () =>
      inspect(secret, { customInspect: false, showHidden: true }),
    "formatted with every placeholder": () =>
      format("%s %o %O %j %d %i %f", ...Array(7).fill(secret)),
    "by its keys": () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret)]),
    "copied into another object": () => inspect(Object.assign({}, secret)),
    "in the message of an error": () => new Error(`no ${secret as unknown as string}`).stack,
    "as the cause of an error": () => inspect(new Error("refused", { cause: secret })),
    "as a property of a UserError": () => inspect(Object.assign(new Refused("no"), { secret })),
    "in the error of an invalid call": () => messageOf(() => (secret as unknown as () => void)()),
  };

  test.each(Object.entries(shown))("%s", (_way, show) => {
    expect(String(show())).not.toContain(value);
  });

  test("on the console, with every method", () => {
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

  test("a structured clone does not contain it", () => {
    const clone: unknown = structuredClone({ secret });
    expect(inspect(clone, { showHidden: true, depth: null })).not.toContain(value);
    expect((clone as { secret: object }).secret).not.toBeInstanceOf(Secret);
  });

  test("it can be compared without being printed", () => {
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
