import type { ProvenClaims } from "../../firewall/rules/prove-claims.ts";
import { printRows } from "../../terminal/paint.ts";
import { claimRows, toClaimDocument } from "./claim-rows.ts";
import { problemRows, toProblemDocument } from "./print-check.ts";
import { printJson } from "./print-json.ts";

export function printProof(proof: ProvenClaims, { json }: { readonly json: boolean }): void {
  if (json) printJson(toProofDocument(proof));
  else
    printRows((style) => [
      ...problemRows(proof.problems, style),
      ...proof.proven.flatMap((claim) => claimRows(claim, style)),
    ]);
}

/** Returns the document of `firewall prove --json`. */
function toProofDocument({ proven, problems }: ProvenClaims): object {
  return {
    holds: problems.length === 0 && proven.every(({ verdict }) => verdict.kind === "holds"),
    claims: proven.map(toClaimDocument),
    problems: problems.map(toProblemDocument),
  };
}
