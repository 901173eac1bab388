import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { parseVariableName } from "../../src/firewall/config/parse-variable.ts";
import type { RulesDraft } from "../../src/firewall/config/rules-draft.ts";
import type { FirewallDeps } from "./firewall-deps.ts";
import { isCredentialName } from "./credential-names.ts";

type Environment = Pick<RulesDraft, "handsOnAll" | "withheld">;

const why =
  "What the command has in its environment, it can send to any host that is allowed. Names are looked at here, never values.";

/** Which variables reach the command, and which never do. */
export async function chooseEnvironment(
  { ask }: Pick<FlowContext, "ask">,
  { variableNames }: Pick<FirewallDeps, "variableNames">,
  { before }: { before: Environment },
): Promise<Environment> {
  const choice = await ask.choose<"usual" | "all">({
    id: "environment",
    name: "Environment",
    title: "Which variables reach the command?",
    options: [
      { value: "usual", label: "The usual ones", hint: "PATH, HOME, LANG and the like" },
      { value: "all", label: "All but some", hint: "you say which never do" },
    ],
    initial: before.handsOnAll ? "all" : "usual",
    why,
  });
  if (choice === "usual") return { handsOnAll: false, withheld: before.withheld };
  const suggested = variableNames.filter(isCredentialName);
  const withheld = await ask.list({
    id: "withheld",
    name: "Never handed on",
    title: "Which are never handed on?",
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
