import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { Package } from "../../src/control/scope/settings.ts";
import type { Permission } from "../../src/credentials/apps/ceilings.ts";
import { allPermissions, labelOf, reasonOf } from "../../src/credentials/apps/permission-words.ts";
import { words } from "./words.ts";

/** Every token reads metadata. */
const offered = allPermissions.filter((permission) => permission !== "metadata");

/** A package is named, and says which APIs it reads; more than that is written into the file by hand, and kept. */
export async function choosePackages(
  { ask }: Pick<FlowContext, "ask">,
  before: readonly Package[],
): Promise<Package[]> {
  const names = words(
    await ask.text({
      id: "packages",
      title: "Installed packages, or nothing:",
      placeholder: "dependency-review",
      ...(before.length > 0 && { initial: before.map(({ name }) => name).join(" ") }),
      why: "Each package needs certain APIs, and has a variable that stops it.",
      check: checkPackageNames,
    }),
  );
  const packages: Package[] = [];
  for (const name of new Set(names)) {
    const known = before.find((each) => each.name === name);
    const apis = await ask.chooseMany<Permission>({
      id: `package-${name}-apis`,
      title: `Which APIs does ${name} need?`,
      options: offered.map((value) => ({
        value,
        label: labelOf(value),
        hint: reasonOf("read", value) || reasonOf("write", value),
      })),
      ...(known && { initial: known.apis }),
    });
    const { permissions = {}, killSwitch = nameKillSwitch(name) } = known ?? {};
    packages.push({ name, apis, permissions, killSwitch });
  }
  return packages;
}

function checkPackageNames(text: string): string | undefined {
  const names = [...new Set(words(text))];
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
