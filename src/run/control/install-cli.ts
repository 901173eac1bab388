import { indent } from "./control-plan.ts";
import { integrityVariable, sourceVariable } from "./cli-pin.ts";
import type { CliPin } from "./cli-pin.ts";

/** The command that the step below leaves behind. */
export const cli = 'node "$RUNNER_TEMP/gatehouse/package/dist/cli.js"';

/** A step that fetches gatehouse, and lets no other bytes be run than those that were pinned. */
export function installCliStep({ source, integrity }: CliPin): string[] {
  const protocol = source.startsWith("http:") ? "=http" : "=https";
  const script = [
    "set -euo pipefail",
    'folder="$RUNNER_TEMP/gatehouse"',
    'mkdir -p "$folder"',
    `curl --fail --silent --show-error --location --proto '${protocol}' --max-time 120 \\`,
    `  --output "$folder/gatehouse.tgz" "$${sourceVariable}"`,
    'found="sha512-$(openssl dgst -sha512 -binary "$folder/gatehouse.tgz" | openssl base64 -A)"',
    `if [ "$found" != "$${integrityVariable}" ]; then`,
    `  echo "::error::What came from $${sourceVariable} is not the package that was pinned."`,
    "  exit 1",
    "fi",
    'tar -xzf "$folder/gatehouse.tgz" -C "$folder"',
  ];
  return [
    "- name: Bring gatehouse",
    "  env:",
    `    ${sourceVariable}: ${source}`,
    `    ${integrityVariable}: ${integrity}`,
    "  run: |",
    ...indent(script, 4),
  ];
}
