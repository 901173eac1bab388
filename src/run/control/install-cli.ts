import { indent } from "./control-plan.ts";
import { integrityVariable, isCommitted, sourceVariable } from "./cli-pin.ts";
import type { CliPin } from "./cli-pin.ts";
import { pinnedActions } from "./pinned-actions.ts";

/** Command that runs gatehouse as installed by `installCliSteps`. */
export const cli = 'node "$RUNNER_TEMP/gatehouse/package/dist/cli.js"';

/** Subdirectory of the workspace for a package from the repository. */
const checkoutFolder = "gatehouse-package";

/** Returns the steps that fetch gatehouse and accept only the pinned bytes. */
export function installCliSteps({ source, integrity }: CliPin): string[] {
  const script = [
    "set -euo pipefail",
    'folder="$RUNNER_TEMP/gatehouse"',
    'mkdir -p "$folder"',
    ...fetchLines(source),
    'found="sha512-$(openssl dgst -sha512 -binary "$folder/gatehouse.tgz" | openssl base64 -A)"',
    `if [ "$found" != "$${integrityVariable}" ]; then`,
    `  echo "::error::The package from $${sourceVariable} does not match the pinned hash."`,
    "  exit 1",
    "fi",
    'tar -xzf "$folder/gatehouse.tgz" -C "$folder"',
  ];
  return [
    ...(isCommitted(source) ? checkOutLines(source) : []),
    "- name: Install gatehouse",
    "  env:",
    `    ${sourceVariable}: ${source}`,
    `    ${integrityVariable}: ${integrity}`,
    "  run: |",
    ...indent(script, 4),
  ];
}

function fetchLines(source: string): string[] {
  if (isCommitted(source)) {
    return [`cp "${checkoutFolder}/$${sourceVariable}" "$folder/gatehouse.tgz"`];
  }
  const protocol = source.startsWith("http:") ? "=http" : "=https";
  return [
    `curl --fail --silent --show-error --location --proto '${protocol}' --max-time 120 \\`,
    `  --output "$folder/gatehouse.tgz" "$${sourceVariable}"`,
  ];
}

function checkOutLines(source: string): string[] {
  return [
    "- name: Check out the gatehouse package",
    `  uses: ${pinnedActions.checkout}`,
    "  with:",
    `    path: ${checkoutFolder}`,
    `    sparse-checkout: ${source}`,
    "    sparse-checkout-cone-mode: false",
    "    persist-credentials: false",
  ];
}
