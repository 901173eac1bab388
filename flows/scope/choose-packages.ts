import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Package } from "../../src/plane/scope/settings.ts";
import type { Permission } from "../../src/credentials/apps/ceilings.ts";
import { allPermissions, labelOf, reasonOf } from "../../src/credentials/apps/permission-words.ts";
import type { Places } from "../shared/count-questions.ts";
import { words } from "./words.ts";

interface Asked {
  readonly before: readonly Package[];
  readonly places: Places;
}

/** Every token reads metadata. */
const offered = allPermissions.filter((permission) => permission !== "metadata");

const why =
  "A package is a set of agents' workflows that is installed in the control repository. It says which of the forge's APIs it needs, and a variable of its own stops it.";

/** A package is named, and says which APIs it reads; more than that is written into the file by hand, and kept. */
export async function choosePackages(
  context: Pick<FlowContext, "ask">,
  { before, places }: Asked,
): Promise<Package[]> {
  const choice = await context.ask.choose<"none" | "some">({
    id: "has-packages",
    name: "Has packages",
    place: places.next(),
    title: "Does the control repository have packages?",
    options: [
      { value: "none", label: "No, none", hint: "they can be added later: run setup again" },
      {
        value: "some",
        label: "Yes, I name them",
        hint: "each says which of the forge's APIs it needs",
      },
    ],
    initial: before.length > 0 ? "some" : "none",
    why,
  });
  if (choice === "none") return [];
  places.add(1);
  const names = [...new Set(words(await askNames(context, { before, places })))];
  places.add(names.length);
  const packages: Package[] = [];
  for (const name of names) {
    const known = before.find((each) => each.name === name);
    const apis = await askApis(context, { name, known, places });
    const { permissions = {}, killSwitch = nameKillSwitch(name) } = known ?? {};
    packages.push({ name, apis, permissions, killSwitch });
  }
  return packages;
}

function askNames({ ask }: Pick<FlowContext, "ask">, { before, places }: Asked): Promise<string> {
  return ask.text({
    id: "packages",
    name: "Packages",
    place: places.next(),
    title: "Names of the packages:",
    placeholder: "dependency-review",
    ...(before.length > 0 && { initial: before.map(({ name }) => name).join(" ") }),
    why,
    check: checkPackageNames,
  });
}

interface ApiQuestion {
  readonly name: string;
  readonly known: Package | undefined;
  readonly places: Places;
}

function askApis(
  { ask }: Pick<FlowContext, "ask">,
  { name, known, places }: ApiQuestion,
): Promise<Permission[]> {
  return ask.chooseMany<Permission>({
    id: `package-${name}-apis`,
    name: `APIs of ${name}`,
    place: places.next(),
    title: "Which APIs does this package need?",
    facts: [{ name: "Package", text: name }],
    options: offered.map((value) => ({
      value,
      label: labelOf(value),
      hint: describeUsage(value),
    })),
    ...(known && { initial: known.apis }),
    why: "Its pages say so. What is not ticked, its token cannot call; you can tick more later.",
  });
}

/** What it is used for; what that again serves would not fit the row. */
function describeUsage(permission: Permission): string {
  const reason = reasonOf("read", permission) || reasonOf("write", permission);
  return reason.replace(/ for .*$/, "");
}

function checkPackageNames(text: string): string | undefined {
  const names = [...new Set(words(text))];
  if (names.length === 0) return "Type one or more, such as dependency-review.";
  if (!names.every((name) => /^[a-z\d][a-z\d._-]{0,63}$/.test(name))) {
    return "Names are in lower case, with letters, digits and . _ -";
  }
  const bySwitch = new Map(names.map((name) => [nameKillSwitch(name), name]));
  const twin = names.find((name) => bySwitch.get(nameKillSwitch(name)) !== name);
  if (twin === undefined) return undefined;
  return `One variable would stop both ${twin} and ${bySwitch.get(nameKillSwitch(twin))}.`;
}

// CP_FORGE_… are our own records.
function nameKillSwitch(name: string): string {
  const word = name.toUpperCase().replaceAll(/[^A-Z\d]/g, "_");
  return /^FORGE(_|$)/.test(word) ? `CP_PACKAGE_${word}_ENABLED` : `CP_${word}_ENABLED`;
}
