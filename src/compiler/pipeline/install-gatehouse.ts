import { shellWord } from "../../shared/shell-word.ts";
import type { CompilerSettings, GatehousePin } from "./settings.ts";
import type { BashStep, Step, TaskStep } from "./pipeline.ts";
import { failWith, jobFolder, plainNode, strict } from "./shell.ts";

/** Returns the steps that install Node and put gatehouse on PATH as a command. */
export function installGatehouse({ node, gatehouse }: CompilerSettings): readonly Step[] {
  return [...installNode(node), provide(gatehouse)];
}

/** Returns the step that installs Node, or no step if the settings disable it. */
function installNode(version: string): readonly TaskStep[] {
  if (version === "none") return [];
  const inputs = { versionSpec: version };
  return [{ kind: "task", task: "NodeTool@0", displayName: `Install Node ${version}`, inputs }];
}

function provide(pin: GatehousePin): BashStep {
  const script = [
    strict,
    `folder="${jobFolder}"`,
    'mkdir -p "$folder"',
    'cd "$folder"',
    "rm -rf unpacked bin",
    "mkdir unpacked",
    ...fetchPackage(pin.source),
    ...proveBytes(pin.integrity),
    // The package is not unpacked into this folder, because the folder becomes the first entry of
    // PATH.
    "mkdir bin",
    `printf '%s\\n' '#!/bin/sh' "exec ${plainNode} node \\"$folder/unpacked/package/dist/cli.js\\" \\"\\$@\\"" > bin/gatehouse`,
    "chmod 755 bin/gatehouse",
    'echo "##vso[task.prependpath]$folder/bin"',
  ];
  return { kind: "bash", displayName: "Install gatehouse", script: lines(script) };
}

/**
 * Returns the lines that fetch the package in the format of `npm pack`. They do not run any code or
 * scripts from the package.
 */
function fetchPackage(source: string): readonly string[] {
  if (source.startsWith("npm:")) {
    const name = shellWord(source.slice("npm:".length));
    return [
      `${plainNode} npm pack --silent --ignore-scripts ${name} > packed`,
      "IFS= read -r name < packed",
      'mv "$name" gatehouse.tgz',
    ];
  }
  if (source.startsWith("file:")) {
    return [`cp ${shellWord(source.slice("file:".length))} gatehouse.tgz`];
  }
  const protocol = source.startsWith("http:") ? "=http" : "=https";
  return [
    `curl --fail --silent --show-error --location --proto '${protocol}' --max-time 120 --output gatehouse.tgz ${shellWord(source)}`,
  ];
}

const treePrefix = "tree-";

/**
 * Returns the lines that verify a hash and unpack only `package/dist`. The hash covers the bytes of
 * the package. With the prefix `tree-`, the hash covers the program's files, so it is known before
 * the package is packed. Neither package.json nor bundled packages are unpacked.
 */
function proveBytes(integrity: string): readonly string[] {
  const isTree = integrity.startsWith(treePrefix);
  const sum = shellWord(isTree ? integrity.slice(treePrefix.length) : integrity);
  const prove = [
    `openssl dgst -sha512 -binary ${isTree ? "tree" : "gatehouse.tgz"} | openssl base64 -A > found`,
    "IFS= read -r hash < found || true",
    `if [ "sha512-$hash" != ${sum} ]; then`,
    ...failWith("The downloaded package is not the gatehouse that compiled this pipeline.").map(
      (line) => `  ${line}`,
    ),
    "fi",
  ];
  if (!isTree) return [...prove, "tar -xzf gatehouse.tgz -C unpacked package/dist"];
  return [
    "tar -xzf gatehouse.tgz -C unpacked package/dist",
    "(cd unpacked/package/dist && find . ! -type d ! -path ./integrity | LC_ALL=C sort | xargs sha512sum) > tree",
    ...prove,
  ];
}

function lines(script: readonly string[]): string {
  return `${script.join("\n")}\n`;
}
