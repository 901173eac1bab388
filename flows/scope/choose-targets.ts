import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Option } from "../../src/prompts/prompter.ts";
import { parseRepositoryName, uniqueNames } from "../../src/forge/repository-name.ts";
import type { Places } from "../shared/count-questions.ts";
import type { ScopeDeps } from "./scope-deps.ts";
import { words } from "./words.ts";

export type TargetDeps = Pick<ScopeDeps, "repository" | "listRepositories">;

/**
 * Value of the option that opens an input for names. It cannot be the full name of a repository.
 */
const byName = "others";

const why =
  "Agents work on these repositories only. A credential never widens the list; to change the list, change the scope.";

/**
 * Asks for repositories: those in the owner's list, and others by name. Committed targets are
 * preselected.
 */
export async function chooseTargets(
  context: Pick<FlowContext, "ask" | "read">,
  deps: TargetDeps,
  { before, locations }: { before: readonly string[]; locations: Places },
): Promise<string[]> {
  const { ask } = context;
  const { names, cutShort } = await listRepositories(context, deps, before);
  const ticked = before.map((name) => name.toLowerCase());
  const chosen = await ask.chooseMany({
    id: "targets",
    name: "Targets",
    position: locations.next(),
    title: "Which repositories should agents work on?",
    ...(cutShort !== undefined && { body: [`The list is incomplete: ${cutShort}.`] }),
    options: [
      ...names.map((name) => toOption(name, deps.repository.full)),
      { value: byName, label: "Others, by name", hint: "enter their full names next" },
    ],
    initial: names.filter((name) => ticked.includes(name.toLowerCase())),
    minimum: 1,
    why,
  });
  const listed = chosen.filter((name) => name !== byName);
  if (listed.length === chosen.length) return listed;
  locations.add(1);
  return uniqueNames([...listed, ...words(await askNames(context, locations))]);
}

function askNames({ ask }: Pick<FlowContext, "ask">, locations: Places): Promise<string> {
  return ask.text({
    id: "more-targets",
    name: "More targets",
    position: locations.next(),
    title: "Full names of the other repositories:",
    placeholder: "acme/web acme/api",
    check: (text) => {
      const names = words(text);
      const wrong = names.find((name) => !parseRepositoryName(name));
      if (wrong !== undefined)
        return `"${wrong}" is not a valid name. Use owner/name, such as acme/web.`;
      return names.length === 0 ? "Enter at least one name, such as acme/web." : undefined;
    },
    why,
  });
}

/**
 * Lists the control repository first, then the owner's repositories, then committed repositories
 * that are not in the owner's list.
 */
async function listRepositories(
  { ask, read }: Pick<FlowContext, "ask" | "read">,
  deps: TargetDeps,
  before: readonly string[],
): Promise<{ names: string[]; cutShort: string | undefined }> {
  const { entries, cutShort } = await read("owner's repositories", () =>
    ask.progress({ id: "targets-list", title: "Listing repositories" }, (_, signal) =>
      deps.listRepositories(signal),
    ),
  );
  return { names: uniqueNames([deps.repository.full, ...entries, ...before]), cutShort };
}

function toOption(name: string, control: string): Option {
  return {
    value: name,
    label: name,
    ...(name === control && { hint: "the control repository itself" }),
  };
}
