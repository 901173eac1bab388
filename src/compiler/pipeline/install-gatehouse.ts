import { shellWord } from "../../shared/shell-word.ts";
import type { CompilerSettings, GatehousePin } from "./settings.ts";
import type { BashStep, Step, TaskStep } from "./pipeline.ts";
import { failWith, jobFolder, plainNode, strict } from "./shell.ts";

/** Steps that bring Node, and gatehouse as a command on PATH, to a job's machine. */
export function installGatehouse({ node, gatehouse }: CompilerSettings): readonly Step[] {
  return [...installNode(node), bring(gatehouse)];
}

/** Node alone, for a job that runs a script. */
function installNode(version: string): readonly TaskStep[] {
  if (version === "none") return [];
  const inputs = { versionSpec: version };
  return [{ kind: "task", task: "NodeTool@0", displayName: `Install Node ${version}`, inputs }];
}

function bring(pin: GatehousePin): BashStep {
  const script = [
    strict,
    `folder="${jobFolder}"`,
    'mkdir -p "$folder"',
    'cd "$folder"',
    "rm -rf unpacked bin",
    "mkdir unpacked",
    ...fetchPackage(pin.source),
    ...proveBytes(pin.integrity),
    // Made of nothing that came with the package: this folder is searched first from now on.
    "mkdir bin",
    `printf '%s\\n' '#!/bin/sh' "exec ${plainNode} node \\"$folder/unpacked/package/dist/cli.js\\" \\"\\$@\\"" > bin/gatehouse`,
    "chmod 755 bin/gatehouse",
    'echo "##vso[task.prependpath]$folder/bin"',
  ];
  return { kind: "bash", displayName: "Bring gatehouse", script: lines(script) };
}

/** The package as `npm pack` makes it. Nothing of it is run, and no script that it may bring. */
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
 * Of the packed bytes, or, for a package that is packed elsewhere, of its program's files. Then nothing else of it is unpacked:
 * not what a package says of itself, and no package in it.
 */
function proveBytes(integrity: string): readonly string[] {
  const isTree = integrity.startsWith(treePrefix);
  const sum = shellWord(isTree ? integrity.slice(treePrefix.length) : integrity);
  const prove = [
    `openssl dgst -sha512 -binary ${isTree ? "tree" : "gatehouse.tgz"} | openssl base64 -A > found`,
    "IFS= read -r hash < found || true",
    `if [ "sha512-$hash" != ${sum} ]; then`,
    ...failWith("What came is not the gatehouse that compiled this pipeline.").map(
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
