import { patSecret } from "../../credentials/records.ts";
import type { RefusedByForge } from "../../forge/forge-errors.ts";
import { UserError, exitCode } from "../../shared/errors.ts";

/**
 * GitHub does not show whether a PAT is stored: the plan does not include environment secrets, or
 * this account is not allowed to see them.
 * @see facts/forge.md, section 7
 */
export class PatUnseen extends UserError {
  readonly exitCode = exitCode.refused;

  constructor(environment: string, refusal: RefusedByForge) {
    super(
      `Could not check whether ${patSecret} is stored in the environment ${environment}: the API answered ${refusal.status}. On the Free plan, private repositories cannot have environment secrets.`,
      [
        { text: "Upgrade the plan to Team (personal account: Pro)" },
        { text: "Or use the Apps: their keys are repository secrets, which every plan includes" },
        {
          text: "Or use a public control repository: every plan includes environment secrets there",
        },
        { text: `Message from the API: ${refusal.message}` },
      ],
      { cause: refusal },
    );
  }
}
