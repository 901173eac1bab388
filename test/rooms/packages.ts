import type { House } from "./house-rules.ts";

/** Packages and parts of Node that only some rooms or files can import. */
export const packages: House["packages"] = {
  ink: ["components"],
  react: ["components"],
  "@inquirer/prompts": ["prompts"],
  open: ["prompts"],
  undici: ["src/forge/download.ts", "src/forge/send-proxied.ts", "firewall/proxy"],
  "node-forge": ["firewall/certificates"],
  // Its events contain the offset of every value, and it starts ten times as fast as `yaml`.
  "js-yaml": ["yaml"],
  // The complete public suffix list: half a megabyte that only the rules need.
  tldts: ["firewall/rules"],
  // Network access: other rooms use the client in `forge`.
  "node:http": [
    "emulator",
    "compiler/scripts",
    "firewall/proxy",
    "src/shared/loopback-server.ts",
    "src/forge/exchange.ts",
    "src/forge/send-plain.ts",
  ],
  "node:https": [
    "emulator",
    "compiler/scripts",
    "src/firewall/examine-trust.ts",
    "src/forge/send-encrypted.ts",
  ],
  "node:net": [
    "emulator",
    "compiler/scripts",
    "firewall",
    "firewall/proxy",
    "firewall/sandbox",
    "src/forge/send-proxied.ts",
    "src/shared/loopback-server.ts",
    "src/shared/peer.ts",
  ],
  "node:http2": ["firewall/proxy"],
  "node:tls": ["compiler/scripts", "firewall/proxy"],
  "node:dgram": ["firewall", "firewall/proxy", "firewall/sandbox"],
  // The import graph does not show modules that this loads. In tests, tsx runs the helper from source.
  "node:module": ["src/credentials/keychain/helper/ask-helper.ts", "src/cli/keep-compiled.ts"],
  // An independent reader, for tests.
  ...ofUnknown("yaml"),
  ...ofUnknown("node:worker_threads", "node:vm"),
  // A child process is not subject to any of these rules.
  "node:child_process": [
    "emulator",
    "firewall/sandbox",
    "firewall/sessions",
    // Sets a limit of this process before other code runs; passes no secret and no environment.
    "src/shared/exclude-from-core-dumps.ts",
  ],
  execa: ["src/shared/run-command.ts", "src/credentials/keychain/helper/ask-helper.ts"],
  "@octokit/auth-app": ["src/credentials/apps/app-client.ts"],
  "@octokit/request": ["src/credentials/apps/app-client.ts"],
  // Can hang for 50 seconds or crash the process, so it runs in a separate process.
  keytar: ["src/credentials/keychain/helper/helper.ts"],
  "libsodium-wrappers": ["emulator"],
};

function ofUnknown(...packages: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(packages.map((name) => [name, []]));
}
