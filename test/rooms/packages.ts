import type { House } from "./house-rules.ts";

/** Packages and parts of Node that belong to some rooms or files only, and to nobody else. */
export const packages: House["packages"] = {
  ink: ["components"],
  react: ["components"],
  "@inquirer/prompts": ["prompts"],
  open: ["prompts"],
  undici: ["src/forge/send-proxied.ts", "firewall/proxy"],
  "node-forge": ["firewall/certificates"],
  // Its events have the offsets of every value, and it starts ten times as fast as `yaml`.
  "js-yaml": ["yaml"],
  // The whole public suffix list: half a megabyte that only who writes rules needs.
  tldts: ["firewall/rules"],
  // What speaks with a network: the forge's room has a client for it.
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
  // What is loaded by way of these, no graph of imports shows. The helper runs from source, in tests, through tsx.
  "node:module": ["src/credentials/keychain/helper/ask-helper.ts", "src/cli/keep-compiled.ts"],
  // A second reader, for tests.
  ...ofNobody("yaml"),
  ...ofNobody("node:worker_threads", "node:vm"),
  // A child process does whatever it likes.
  "node:child_process": [
    "emulator",
    "firewall/sandbox",
    "firewall/sessions",
    // Sets a limit of this process before anything else runs; it hands over no secret and no environment.
    "src/shared/exclude-from-core-dumps.ts",
  ],
  execa: ["src/shared/run-command.ts", "src/credentials/keychain/helper/ask-helper.ts"],
  "@octokit/auth-app": ["src/credentials/apps/app-client.ts"],
  "@octokit/request": ["src/credentials/apps/app-client.ts"],
  // It can hang for 50 seconds or crash the process: it lives in a process of its own.
  keytar: ["src/credentials/keychain/helper/helper.ts"],
  "libsodium-wrappers": ["emulator"],
};

function ofNobody(...packages: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(packages.map((name) => [name, []]));
}
