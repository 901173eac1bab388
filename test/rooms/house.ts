import type { House } from "./house-rules.ts";
import { packages } from "./packages.ts";
import { sharedFiles } from "./shared-files.ts";

/** Rooms for requests to the forge with a credential. */
const ofCredentials = ["credentials/*", "forge/*", "shared"];

/** Rooms for flows: questions to the operator, and pure functions and types of other rooms. */
const ofFlows = ["prompts", "plane/*", "run/*", ...ofCredentials];

/** Rooms for the validation of a definition. */
const ofEngines = ["compiler/source", "firewall/rules", "forge/brand.ts", "yaml", "shared"];

/**
 * The rooms and their allowed imports. docs/architecture.md contains a diagram of this table. A room is
 * a listed folder of `src` or of the repository; `forge/*` means a room and the rooms below it.
 */
export const house: House = {
  rooms: {
    cli: { imports: ["terminal", "shared"], lazily: ["commands", "commands/firewall"] },
    commands: { imports: "everything", lazily: ["emulator"] },
    "commands/firewall": { imports: "everything" },
    "commands/outcomes": { imports: "everything" },

    "flows/begin": { imports: ofFlows },
    "flows/demo": { imports: ["flows/shared", ...ofFlows] },
    "flows/new": { imports: ["prompts"] },
    "flows/setup": { imports: ["flows/scope", "flows/pat", "flows/shared", ...ofFlows] },
    "flows/rotate": {
      imports: ["flows/setup", "flows/pat", "flows/shared", ...ofFlows],
    },
    "flows/exposed": { imports: ["flows/shared", ...ofFlows] },
    "flows/remove": { imports: ["flows/shared", ...ofFlows] },
    "flows/scope": { imports: ["flows/pat", "flows/shared", ...ofFlows] },
    "flows/pat": { imports: ["flows/shared", ...ofFlows] },
    // Validates answers with the functions of the rules, and writes them in the format of the file.
    "flows/firewall": {
      imports: [
        "prompts",
        "firewall/rules",
        "firewall/config",
        "firewall/log/logged-decision.ts",
        "firewall/log/denied-request.ts",
        "flows/shared",
        "shared",
      ],
    },
    // Validates, edits and shows a definition with the functions of the compiler, but compiles nothing.
    "flows/engine": {
      imports: [
        "prompts",
        "compiler",
        "compiler/choice",
        "compiler/definition",
        "compiler/edit",
        "compiler/engine",
        "compiler/service",
        "compiler/source",
        "run/control/line-changes.ts",
        "credentials/apps/verify-app-key.ts",
        "credentials/records.ts",
        "firewall/rules",
        "forge/brand.ts",
        "flows/shared",
        "yaml/*",
        "shared",
      ],
    },
    "flows/shared": { imports: ofFlows },
    components: { imports: ["prompts", "terminal", "shared"] },
    prompts: { imports: ["terminal", "shared"] },
    terminal: { imports: ["shared"] },

    "plane/verify": {
      imports: [
        "plane/proof",
        "plane/setup",
        "run/control",
        "plane/scope",
        "plane/repository",
        ...ofCredentials,
      ],
    },
    "plane/dashboard": {
      imports: [
        "plane/verify",
        "plane/proof",
        "plane/setup",
        "plane/scope",
        "plane/repository",
        "run/admit",
        ...ofCredentials,
      ],
    },
    "plane/proof": {
      imports: ["plane/setup", "plane/scope", "plane/repository", ...ofCredentials],
    },
    "plane/rotate": {
      imports: ["plane/scope", "plane/repository", "yaml", ...ofCredentials],
    },
    "plane/exposed": {
      imports: ["plane/scope", "plane/repository", ...ofCredentials],
    },
    "plane/remove": {
      imports: [
        "plane/exposed",
        "plane/fleet",
        "plane/proof",
        "plane/setup",
        "run/control",
        "plane/scope",
        "plane/repository",
        ...ofCredentials,
      ],
    },
    "run/control": {
      imports: ["plane/scope", "plane/repository", "yaml", ...ofCredentials],
    },
    "run/token": { imports: ["run/admit", "plane/scope", ...ofCredentials] },
    "run/outputs": { imports: ["yaml", ...ofCredentials] },
    "plane/fleet": {
      imports: ["plane/verify", "run/control", "plane/repository", ...ofCredentials],
    },
    "plane/setup": { imports: ["plane/repository", ...ofCredentials] },
    "plane/scope": { imports: ["plane/repository", "yaml", ...ofCredentials] },
    "plane/repository": { imports: [...ofCredentials] },
    "run/admit": { imports: [...ofCredentials] },
    "run/precompute": {
      imports: ["run/admit", "plane/scope", ...ofCredentials],
    },
    "run/scan": { imports: ["shared"] },

    credentials: {
      imports: ["credentials/pat", "credentials/profile", "credentials/apps", "forge/*", "shared"],
    },
    "credentials/pat": {
      imports: ["credentials/profile", "credentials/apps", "forge/*", "shared"],
    },
    "credentials/profile": { imports: ["credentials/apps", "shared"] },
    "credentials/apps": { imports: ["forge/*", "shared"] },
    "credentials/keychain": { imports: ["shared"] },

    "forge/resources": { imports: ["forge", "shared"] },
    forge: { imports: ["shared"] },

    // Checks the machine and the account with functions of the rooms that depend on them.
    doctor: {
      imports: [
        "prompts/can-draw-screens.ts",
        "prompts/open-link.ts",
        "terminal/reads-unicode.ts",
        "credentials/keychain",
        "credentials/pat",
        "firewall",
        "forge/*",
        "shared",
      ],
    },

    compiler: {
      imports: [
        "compiler/definition",
        "compiler/emit",
        "compiler/engine",
        "compiler/pipeline",
        "compiler/source",
        "credentials/apps",
        "credentials/records.ts",
        "firewall/rules",
        "forge/brand.ts",
        "yaml",
        "shared",
      ],
    },
    "compiler/edit": {
      imports: ["compiler/definition", "compiler/source", "yaml/*", "shared"],
    },
    "compiler/emit": {
      imports: ["compiler/definition", "compiler/pipeline", "yaml", "shared"],
    },
    "compiler/pipeline": {
      imports: [
        "compiler/definition",
        "compiler/engine",
        "compiler/scripts",
        "compiler/source",
        "credentials/apps",
        "credentials/records.ts",
        "forge/brand.ts",
        "forge/forge-domains.ts",
        "yaml",
        "shared",
      ],
    },
    "compiler/definition": { imports: ["compiler/engine", "credentials/apps", ...ofEngines] },
    "compiler/engine": { imports: ofEngines },
    "compiler/project": {
      imports: [
        "compiler",
        "compiler/engine",
        "compiler/pipeline",
        "compiler/source",
        "forge/brand.ts",
        "forge/default-branch.ts",
        "forge/remote-brand.ts",
        "yaml",
        "shared",
      ],
    },
    // Choices in a definition, and the edits that a different choice requires.
    "compiler/choice": {
      imports: [
        "compiler/definition",
        "compiler/edit",
        "compiler/engine",
        "compiler/source",
        "forge/brand.ts",
        "yaml/*",
        "shared",
      ],
    },
    "compiler/service": { imports: ["shared"] },
    "compiler/source": { imports: ["yaml", "shared"] },
    // Programs in a pipeline. They run on machines without gatehouse.
    "compiler/scripts": { imports: [] },
    firewall: { imports: ["firewall/*", "forge/brand.ts", "shared"] },
    "firewall/budget": { imports: ["firewall/proxy", "firewall/rules", "shared"] },
    "firewall/config": { imports: ["firewall/rules", "yaml/*", "shared"] },
    "firewall/files": { imports: ["firewall/rules", "firewall/sandbox", "shared"] },
    "firewall/proxy": { imports: ["firewall/rules", "firewall/log", "shared"] },
    "firewall/log": { imports: ["firewall/rules", "shared"] },
    "firewall/sandbox": { imports: ["shared"] },
    "firewall/sessions": { imports: ["shared"] },
    "firewall/certificates": { imports: ["firewall/sandbox/is-within.ts", "shared"] },
    "firewall/rules": { imports: ["shared"] },
    // Client and emulator communicate only over HTTP: shared code could repeat a mistake.
    emulator: { imports: ["yaml", "shared"] },
    yaml: { imports: ["shared"] },
    "yaml/edit": { imports: ["yaml", "shared"] },
    shared: { imports: [] },
  },
  faces: {},
  entries: { emulator: "emulator/entry.ts" },
  // Requests and responses are internal to `forge`. Other rooms call the functions of a resource.
  internals: {
    "src/forge/read.ts": [],
    "src/forge/read-shape.ts": [],
    "src/forge/explain-answer.ts": ["src/credentials/apps/app-client.ts"],
    "src/forge/transport.ts": ["src/credentials/apps/app-client.ts"],
    "src/forge/exchange.ts": [],
    "src/forge/read-body.ts": [],
    "src/forge/pages.ts": [],
    // Provides `node:http`, `node:https` and `node:tls`.
    "src/shared/node-network.ts": [
      "src/forge/send-encrypted.ts",
      "src/forge/send-plain.ts",
      "src/firewall/proxy/contain-server.ts",
      "src/firewall/proxy/http1/answer-relay.ts",
      "src/firewall/proxy/http1/answer-upgrade.ts",
      "src/firewall/proxy/http1/answer-complete.ts",
      "src/firewall/proxy/http1/http1-server.ts",
      "src/firewall/proxy/inside/intercept.ts",
      "src/firewall/proxy/inside/refuse-inside.ts",
      "src/firewall/proxy/provider/provider-server.ts",
      "src/firewall/proxy/upstream/origin-sessions.ts",
      "src/firewall/proxy/upstream/parent-proxy.ts",
      "src/firewall/proxy/upstream/secure.ts",
    ],
    // Can send any request to any host. Only commands that create a client pass it on.
    "src/forge/send-plain.ts": [],
    "src/forge/send-encrypted.ts": [],
    "src/forge/send-proxied.ts": [],
    "src/forge/send-once.ts": [
      "src/commands/admit-mint.ts",
      "src/commands/connect.ts",
      "src/commands/engine-deps.ts",
      "src/commands/firewall/run-minted.ts",
      "src/commands/precompute.ts",
      "src/commands/run-admit.ts",
      "src/commands/run-fleet-check.ts",
      "src/commands/run-outputs.ts",
      "src/commands/run-token.ts",
    ],
  },
  packages,
  shared: sharedFiles,
  effects: [
    ...["fs", "fs/promises", "child_process", "http", "https", "http2", "net", "tls", "dgram"].map(
      (name) => `node:${name}`,
    ),
    "execa",
    "open",
    "keytar",
    "undici",
    "@octokit/auth-app",
    "@octokit/request",
    "src/forge/forge-cli.ts",
    "src/shared/run-command.ts",
  ],
};
