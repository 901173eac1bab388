import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Package } from "../../src/plane/scope/settings.ts";
import type { Permission } from "../../src/credentials/apps/ceilings.ts";
import { allPermissions, labelOf, reasonOf } from "../../src/credentials/apps/permission-words.ts";
import type { Places } from "../shared/count-questions.ts";
import { words } from "./words.ts";

interface Asked {
  readonly before: readonly Package[];
  readonly locations: Places;
}

/** Omits the metadata permission, which every token has. */
const offered = allPermissions.filter((permission) => permission !== "metadata");

const why =
  "A review package is a set of agent workflows in the control repository. Each one states which APIs it needs, and has its own variable as its kill switch.";

/**
 * Asks for the packages' names and for the APIs that each one reads. Preserves all other values,
 * which can be edited only in the file.
 */
export async function choosePackages(
  context: Pick<FlowContext, "ask">,
  { before, locations }: Asked,
): Promise<Package[]> {
  const choice = await context.ask.choose<"none" | "some">({
    id: "has-packages",
    name: "Has review packages",
    position: locations.next(),
    title: "Does the control repository have review packages?",
    options: [
      { value: "none", label: "No", hint: "to add some later, change the scope" },
      {
        value: "some",
        label: "Yes, enter their names",
        hint: "you then select the APIs that each one needs",
      },
    ],
    initial: before.length > 0 ? "some" : "none",
    why,
  });
  if (choice === "none") return [];
  locations.add(1);
  const names = [...new Set(words(await askNames(context, { before, locations })))];
  locations.add(names.length);
  const packages: Package[] = [];
  for (const name of names) {
    const known = before.find((each) => each.name === name);
    const apis = await askApis(context, { name, known, locations });
    const { permissions = {}, killSwitch = nameKillSwitch(name) } = known ?? {};
    packages.push({ name, apis, permissions, killSwitch });
  }
  return packages;
}

function askNames(
  { ask }: Pick<FlowContext, "ask">,
  { before, locations }: Asked,
): Promise<string> {
  return ask.text({
    id: "packages",
    name: "Review packages",
    position: locations.next(),
    title: "Names of the review packages:",
    placeholder: "dependency-review",
    ...(before.length > 0 && { initial: before.map(({ name }) => name).join(" ") }),
    why,
    check: checkPackageNames,
  });
}

interface ApiQuestion {
  readonly name: string;
  readonly known: Package | undefined;
  readonly locations: Places;
}

function askApis(
  { ask }: Pick<FlowContext, "ask">,
  { name, known, locations }: ApiQuestion,
): Promise<Permission[]> {
  return ask.chooseMany<Permission>({
    id: `package-${name}-apis`,
    name: `APIs of ${name}`,
    position: locations.next(),
    title: "Which APIs does this review package need?",
    facts: [{ name: "Review package", text: name }],
    options: offered.map((value) => ({
      value,
      label: labelOf(value),
      hint: describeUsage(value),
    })),
    ...(known && { initial: known.apis }),
    why: "See the documentation of the review package. The Apps request only the permissions for the selected APIs. You can select more later, but an owner must then accept the additional permissions.",
  });
}

/** Describes how a permission is used. Omits the purpose, which would not fit in the row. */
function describeUsage(permission: Permission): string {
  const reason = reasonOf("read", permission) || reasonOf("write", permission);
  return reason.replace(/ for .*$/, "");
}

function checkPackageNames(text: string): string | undefined {
  const names = [...new Set(words(text))];
  if (names.length === 0) return "Enter at least one name, such as dependency-review.";
  if (!names.every((name) => /^[a-z\d][a-z\d._-]{0,63}$/.test(name))) {
    return "Names must be lowercase and consist of letters, digits and . _ -";
  }
  const bySwitch = new Map(names.map((name) => [nameKillSwitch(name), name]));
  const twin = names.find((name) => bySwitch.get(nameKillSwitch(name)) !== name);
  if (twin === undefined) return undefined;
  return `${twin} and ${bySwitch.get(nameKillSwitch(twin))} would share one kill switch.`;
}

// Names that begin with CP_FORGE_ are reserved for the records of gatehouse.
function nameKillSwitch(name: string): string {
  const word = name.toUpperCase().replaceAll(/[^A-Z\d]/g, "_");
  return /^FORGE(_|$)/.test(word) ? `CP_PACKAGE_${word}_ENABLED` : `CP_${word}_ENABLED`;
}
