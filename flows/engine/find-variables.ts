import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { appRecords, patSecret } from "../../src/credentials/records.ts";
import type { FoundVariables } from "../../src/compiler/service/find-variables.ts";
import { Cancelled, UserError } from "../../src/shared/errors.ts";
import type { EngineDeps } from "./engine-deps.ts";

type Asking = Pick<FlowContext, "ask" | "read">;
type Deps = Pick<EngineDeps, "secrets" | "pipelineName">;

/**
 * Reads the stored variables once in a run. If that is not possible, the files are still written,
 * and the reason is reported with a fix.
 */
export function findVariables(
  { ask, read }: Asking,
  { secrets, pipelineName }: Deps,
): Promise<FoundVariables | { readonly reason: UserError }> {
  return read("variables", async () => {
    try {
      return await ask.progress(
        { id: "variables", title: `Reading the variables of ${pipelineName}` },
        (_report, signal) => secrets.find(signal),
      );
    } catch (error) {
      if (error instanceof Cancelled || !(error instanceof UserError)) throw error;
      return { reason: error };
    }
  });
}

/**
 * Returns whether a pipeline lacks the credential that applies proposals. Returns true if its
 * variables cannot be read.
 */
export async function lacksOutputCredential(context: Asking, deps: Deps): Promise<boolean> {
  const found = await findVariables(context, deps);
  if ("reason" in found) return true;
  const credentials = [appRecords.write.secret, patSecret];
  return found.locations.some(({ names }) => !credentials.some((name) => names.includes(name)));
}
