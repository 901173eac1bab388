import { indent } from "./control-plan.ts";
import { integrityVariable, sourceVariable } from "./cli-pin.ts";
import type { CliPin } from "./cli-pin.ts";

/** Command that runs gatehouse as installed by `installCliStep`. */
export const cli = 'node "$RUNNER_TEMP/gatehouse/package/dist/cli.js"';

/** Returns a step that downloads gatehouse and accepts only the pinned bytes. */
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
    `  echo "::error::The package from $${sourceVariable} does not match the pinned hash."`,
    "  exit 1",
    "fi",
    'tar -xzf "$folder/gatehouse.tgz" -C "$folder"',
  ];
  return [
    "- name: Install gatehouse",
    "  env:",
    `    ${sourceVariable}: ${source}`,
    `    ${integrityVariable}: ${integrity}`,
    "  run: |",
    ...indent(script, 4),
  ];
}
