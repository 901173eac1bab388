import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Option } from "../../src/prompts/prompter.ts";
import { parseRepositoryName, uniqueNames } from "../../src/forge/repository-name.ts";
import type { Places } from "../shared/count-questions.ts";
import type { ScopeDeps } from "./scope-deps.ts";
import { words } from "./words.ts";

export type TargetDeps = Pick<ScopeDeps, "repository" | "listRepositories">;

/** No full name: it leads to a line where names are typed. */
const byName = "others";

const why =
  "Agents look at these repositories alone. A credential never widens the list; the scope is changed by running setup again.";

/** Which repositories, of those that the owner has, and of others by name; what is checked in is ticked. */
export async function chooseTargets(
  context: Pick<FlowContext, "ask" | "read">,
  deps: TargetDeps,
  { before, places }: { before: readonly string[]; places: Places },
): Promise<string[]> {
  const { ask } = context;
  const { names, cutShort } = await listRepositories(context, deps, before);
  const ticked = before.map((name) => name.toLowerCase());
  const chosen = await ask.chooseMany({
    id: "targets",
    name: "Targets",
    place: places.next(),
    title: "Which repositories do the agents look at?",
    ...(cutShort !== undefined && { body: [`Not all could be listed: ${cutShort}.`] }),
    options: [
      ...names.map((name) => toOption(name, deps.repository.full)),
      { value: byName, label: "Others, by name", hint: "you type their full names next" },
    ],
    initial: names.filter((name) => ticked.includes(name.toLowerCase())),
    minimum: 1,
    why,
  });
  const listed = chosen.filter((name) => name !== byName);
  if (listed.length === chosen.length) return listed;
  places.add(1);
  return uniqueNames([...listed, ...words(await askNames(context, places))]);
}

function askNames({ ask }: Pick<FlowContext, "ask">, places: Places): Promise<string> {
  return ask.text({
    id: "more-targets",
    name: "More targets",
    place: places.next(),
    title: "Full names of the others:",
    placeholder: "acme/web acme/api",
    check: (text) => {
      const names = words(text);
      const wrong = names.find((name) => !parseRepositoryName(name));
      if (wrong !== undefined) return `"${wrong}" is not written as owner/name, such as acme/web.`;
      return names.length === 0 ? "Type one or more, such as acme/web acme/api." : undefined;
    },
    why,
  });
}

/** The control repository first, and what is checked in although nobody lists it. */
async function listRepositories(
  { ask, read }: Pick<FlowContext, "ask" | "read">,
  deps: TargetDeps,
  before: readonly string[],
): Promise<{ names: string[]; cutShort: string | undefined }> {
  const { entries, cutShort } = await read("owner's repositories", () =>
    ask.progress({ id: "targets-list", title: "Looking for repositories" }, (_, signal) =>
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
