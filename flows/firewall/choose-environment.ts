import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { parseVariableName } from "../../src/firewall/config/parse-variable.ts";
import type { RulesDraft } from "../../src/firewall/config/rules-draft.ts";
import type { FirewallDeps } from "./firewall-deps.ts";
import { isCredentialName } from "./credential-names.ts";

type Environment = Pick<RulesDraft, "handsOnAll" | "withheld">;

const why =
  "The command can send its environment to any allowed host. gatehouse reads the names of variables, never their values.";

/** Asks which variables the command receives. */
export async function chooseEnvironment(
  { ask }: Pick<FlowContext, "ask">,
  { variableNames }: Pick<FirewallDeps, "variableNames">,
  { before }: { before: Environment },
): Promise<Environment> {
  const choice = await ask.choose<"usual" | "all">({
    id: "environment",
    name: "Environment",
    title: "Which variables should the command receive?",
    options: [
      { value: "usual", label: "Common variables", hint: "PATH, HOME, LANG and similar" },
      { value: "all", label: "All with exceptions", hint: "you choose the exceptions next" },
    ],
    initial: before.handsOnAll ? "all" : "usual",
    why,
  });
  if (choice === "usual") return { handsOnAll: false, withheld: before.withheld };
  const suggested = variableNames.filter(isCredentialName);
  const withheld = await ask.list({
    id: "withheld",
    name: "Withheld variables",
    title: "Which variables should the command not receive?",
    entry: "name",
    initial: before.withheld.length > 0 ? before.withheld : suggested,
    placeholder: "NPM_TOKEN",
    body: suggested.length > 0 ? ["These names look like credentials."] : [],
    check: (text) => {
      const read = parseVariableName(text);
      return typeof read === "string" ? undefined : read.fault;
    },
    why,
  });
  return { handsOnAll: true, withheld };
}
