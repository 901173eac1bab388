/** A command to go on with; the place is the one that was set up. */
export interface StepAfterSetUp {
  readonly say: string;
  readonly verb: "setup" | "status" | "verify";
  readonly options: readonly string[];
}

const look: StepAfterSetUp = { say: "see how it stands", verb: "status", options: [] };

/** What there is to do after a setup, the most urgent first. */
export function listStepsAfterSetUp({
  isComplete,
  scope,
}: {
  readonly isComplete: boolean;
  readonly scope: "described" | "later";
}): StepAfterSetUp[] {
  if (!isComplete) return [{ say: "prove it", verb: "setup", options: [] }, look];
  if (scope === "described") {
    return [{ say: "review it before promotion", verb: "verify", options: [] }, look];
  }
  return [
    { say: "describe its scope", verb: "setup", options: ["--ask-again"] },
    approve("writing", "--write-repository"),
    approve("reading", "--read-repository"),
    look,
  ];
}

function approve(what: string, option: string): StepAfterSetUp {
  return {
    say: `approve a repository for ${what}`,
    verb: "setup",
    options: [`${option} owner/r`],
  };
}
