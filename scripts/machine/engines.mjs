// The command-line agents that tests run behind the firewall, from the npm registry. No package's
// scripts are run: the archives are unpacked.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "./run.mjs";

/**
 * The first engine has the smallest package, so `npm test` runs it. The others are tested by
 * `npm run test:full`. Each hash is the registry's SHA-512 of the package for Linux on x64 or arm64.
 */
const engines = [
  {
    name: "gemini",
    package: () => "@google/gemini-cli@0.61.0",
    program: () => "bundle/gemini.js",
    hashes: {
      x64: "dbQ9A0qBtFJNi6XBkHvfZ6Azpn6PNgH/P8h2MZ67RLlX8hSAVjup39CRWqdRxZv7YXIuhrFaytr8y0jKnkoxnQ==",
      arm64:
        "dbQ9A0qBtFJNi6XBkHvfZ6Azpn6PNgH/P8h2MZ67RLlX8hSAVjup39CRWqdRxZv7YXIuhrFaytr8y0jKnkoxnQ==",
    },
  },
  {
    name: "claude",
    package: (arch) => `@anthropic-ai/claude-code-linux-${arch}@2.1.332`,
    program: () => "claude",
    hashes: {
      x64: "f4JWhzwYutJIHScC7/dYOPX6s28tt7ZADhsOi8zwOHq5fFPEuUeChh2NMfinSg0GrUckYxaeebC4h0DqiKzLcw==",
      arm64:
        "BlHNEtK38KBPWU31F4lUSS9sHclCyfWbThT1CErvxxH8+XcljYLZlQwdyXBkTD62rw1TgfE1u1a+quMWS0NSJg==",
    },
  },
  {
    name: "codex",
    package: (arch) => `@openai/codex@0.171.0-linux-${arch}`,
    program: (arch) =>
      `vendor/${arch === "x64" ? "x86_64" : "aarch64"}-unknown-linux-musl/bin/codex`,
    hashes: {
      x64: "l66NZkQgdk2C3pbcfULDz42yEUB581MVA6I+Y43Wp4OIqEy73HCdmZ0GTjeAHY2ycuH4N00d9VsLrwT1jxshTw==",
      arm64:
        "9z17t4bbUJ9UCIb49O4PoA+ki+45q3rd8nZ8PeH6sYnlKkBld/Xpo/OS3h3Ti954+foshX4o7k5TCU8N7zzqQA==",
    },
  },
  {
    name: "copilot",
    package: (arch) => `@github/copilot-linux-${arch}@1.0.102`,
    program: () => "copilot",
    hashes: {
      x64: "eGHPbsP0p2QgfVZCjtbGBFZPBOJQ0DN7xIbBRAo7oG8b1zfLirQIdfI4h8Iy68Dv2cKJGJZg2/EO7W7KpIMJOw==",
      arm64:
        "5rO0B2/AduCekrE+aUzipySKZxZY2b/tVRZ8Suy8ymPFNC0Q7HQiQ8DZhxj+3RhHR8rU2Z8KOJVAbtMlROX6+A==",
    },
  },
  {
    name: "opencode",
    package: (arch) => `opencode-linux-${arch}@1.18.18`,
    program: () => "bin/opencode",
    hashes: {
      x64: "WmeUnhljYJ252wywKTiW4bNDzsas2njpjPUEh0jM6HKNI4vFxJtREtzaWViY4AKEAcOkLWT8Ll17ixvcHz3AnA==",
      arm64:
        "e8D3g0qJEIzawEg2+ygW3vkZjAYL2ssyAx4GbihjwXwZFvlZZy5zRWWzdz5KLBoHSTl0FB73vNtnNeXONyHpVQ==",
    },
  },
];

/**
 * Returns each engine with the directory of its unpacked package and the path of its program. The
 * directory's name contains the version, so a new version is downloaded.
 */
export function enginesIn(folder) {
  const { arch } = process;
  return engines.map(({ name, package: packageOf, program, hashes }) => {
    const pinned = packageOf(arch);
    const version = pinned.slice(pinned.lastIndexOf("@") + 1);
    const unpacked = join(folder, name, version);
    return {
      name,
      package: pinned,
      hash: hashes[arch],
      folder: unpacked,
      program: join(unpacked, program(arch)),
    };
  });
}

export function isFetched({ program }) {
  return statSync(program, { throwIfNoEntry: false })?.isFile() === true;
}

/** Downloads a package and unpacks it, if its hash is the pinned one. */
export function fetchEngine({ package: pinned, hash, folder }) {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    const args = ["pack", pinned, "--json", "--ignore-scripts", "--pack-destination", draft];
    const [{ filename }] = JSON.parse(run("npm", args));
    const archive = join(draft, filename);
    const found = createHash("sha512").update(readFileSync(archive)).digest("base64");
    if (found !== hash) throw new Error(`The SHA-512 of ${pinned} is ${found}, not ${hash}.`);
    run("tar", ["-xzf", archive, "-C", draft, "--no-same-owner", "package"]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(draft, "package"), folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
