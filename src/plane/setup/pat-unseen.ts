import { patSecret } from "../../credentials/records.ts";
import type { RefusedByForge } from "../../forge/forge-errors.ts";
import { UserError, exitCode } from "../../shared/errors.ts";

/**
 * The forge lets nobody look whether a PAT is stored: the plan has no such place, or the login may not see it.
 * @see facts/forge.md, section 7
 */
export class PatUnseen extends UserError {
  readonly exitCode = exitCode.refused;

  constructor(environment: string, refusal: RefusedByForge) {
    super(
      `Whether ${patSecret} is stored in the environment ${environment} cannot be seen: the forge answers ${refusal.status}. On Free, a private repository has no environment secrets.`,
      [
        { say: "Have the plan changed to Team, a person's to Pro" },
        { say: "Or have the Apps: their keys are secrets of the repository, which every plan has" },
        { say: "Or use a public control repository, where every plan has environment secrets" },
        { say: `In the forge's own words: ${refusal.message}` },
      ],
      { cause: refusal },
    );
  }
}
