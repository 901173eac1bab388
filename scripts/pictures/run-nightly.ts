import type { Emulator } from "../../emulator/emulator.ts";
import { gatedWorkflow } from "../../test/plane/dashboard/gated-workflow.ts";

const repository = "/repos/acme/control";

/**
 * Runs a workflow that reaches the gate and prints the given lines. Resolves when the workflow is
 * dispatched.
 */
export async function runNightly(
  emulator: Emulator,
  lines: readonly string[],
  code: 0 | 6,
): Promise<void> {
  const call = createCall(emulator);
  const location = `${repository}/contents/.github/workflows/nightly.yml`;
  const [, sha] = /"sha":"([\da-f]{40})"/.exec(await call("GET", location)) ?? [];
  const content = Buffer.from(gatedWorkflow(lines, code)).toString("base64");
  await call("PUT", location, { message: "Run every night", content, ...(sha && { sha }) });
  await call("POST", `${repository}/actions/workflows/nightly.yml/dispatches`, { ref: "main" });
}

function createCall({ apiUrl, userToken }: Emulator) {
  return async (method: string, path: string, body?: object): Promise<string> => {
    const answer = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${userToken.reveal()}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.text();
  };
}
