import type { Brand } from "../../forge/brand.ts";
import { shellWord } from "../../shared/shell-word.ts";
import type { Engine } from "../engine/engine.ts";
import type { EngineRelease } from "./settings.ts";
import type { BashStep } from "./pipeline.ts";
import { failWith, jobFolder, strict } from "./shell.ts";

/** Folder of an installed engine inside the sandbox. */
export const engineFolder = "/tmp/engine";

/** Returns the step that installs the engine, or no step if the definition has its own program. */
export function installEngine(
  { command, version }: Engine,
  { release, brand }: { readonly release: EngineRelease; readonly brand: Brand },
): readonly BashStep[] {
  if (command !== undefined) return [];
  const { prefix, id } = brand.engine;
  const wanted = version ?? release.version;
  const isPinned = wanted === release.version;
  const protocol = release.releases.startsWith("http:") ? "=http" : "=https";
  const script = [
    strict,
    `${prefix}_CLI_VERSION=${shellWord(wanted)}`,
    `folder="${jobFolder}/engine"`,
    'mkdir -p "$folder"',
    'cd "$folder"',
    "case $HOSTTYPE in",
    `  x86_64) machine=x64 sum=${isPinned ? release.sha256.x64 : "''"} ;;`,
    `  aarch64) machine=arm64 sum=${isPinned ? release.sha256.arm64 : "''"} ;;`,
    "  *)",
    ...failWith(`${id} does not support this machine type.`).map((line) => `    ${line}`),
    "    ;;",
    "esac",
    `archive=${release.archive.replace("{machine}", "$machine")}`,
    `release=${shellWord(release.releases)}/${releasePath(wanted, `$${prefix}_CLI_VERSION`)}`,
    `fetch() { curl --fail --silent --show-error --location --proto ${protocol} --retry 3 --max-time 300 --output "$1" "$release/$1"; }`,
    'fetch "$archive"',
    ...(isPinned ? [] : readSum),
    'if ! echo "$sum  $archive" | sha256sum --check --status; then',
    ...failWith(`The downloaded file is not the released ${id}: its hash differs.`).map(
      (line) => `  ${line}`,
    ),
    "fi",
    'tar -xzf "$archive"',
    'rm "$archive"',
    ...(release.program === id ? [] : [`mv ${shellWord(release.program)} ${shellWord(id)}`]),
    `chmod 755 ${shellWord(id)}`,
    `echo "${id} $${prefix}_CLI_VERSION, $sum"`,
  ];
  const shown = wanted === "latest" ? "(latest)" : wanted;
  return [
    { kind: "bash", displayName: `Install ${id} ${shown}`, script: `${script.join("\n")}\n` },
  ];
}

/** Reads the hash of an unpinned version from the release's list of hashes. */
const readSum = [
  "fetch SHA256SUMS.txt",
  `awk -v name="$archive" '$2 == name || $2 == "*" name { print $1; exit }' SHA256SUMS.txt > found`,
  "IFS= read -r sum < found || true",
];

function releasePath(wanted: string, variable: string): string {
  return wanted === "latest" ? "latest/download" : `download/v"${variable}"`;
}
