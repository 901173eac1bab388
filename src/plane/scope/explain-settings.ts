import schema from "./control-plane.schema.json" with { type: "json" };
import { labelOf, formatPermissions } from "../../credentials/apps/permission-words.ts";
import type { Settings } from "./settings.ts";

export interface Explanation {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

/** Explains the settings, one row per field, in the order of the schema. */
export function explainSettings(settings: Settings): Explanation[] {
  const { properties } = schema;
  const caps = properties.caps.properties;
  const row = (name: string, value: string, { description }: { description: string }) => ({
    name,
    value,
    meaning: description,
  });
  return [
    row("target repositories", settings.targets.join(", "), properties.targets),
    row("allowed owners", settings.allowedOwners.join(", "), properties.allowedOwners),
    row("mode", settings.mode, properties.mode),
    row("review destination", describeDestination(settings), properties.destination),
    row("repository cap", String(settings.caps.repositories), caps.repositories),
    row("dispatch cap", String(settings.caps.dispatches), caps.dispatches),
    row("approved workers", settings.workers?.join(", ") || "none", properties.workers),
    ...settings.packages.map((each) => ({
      name: "review package",
      value: `${each.name} (${describeNeeds(each)})`,
      meaning: `${describeCalls(each)}; stops when ${each.killSwitch} is false.`,
    })),
    row("protected environment", settings.environment, properties.environment),
    row("rotation owner", settings.rotationOwner ?? "not set", properties.rotationOwner),
  ];
}

type Package = Settings["packages"][number];

/** Describes the permissions that a package needs, or its APIs if it needs no permissions. */
function describeNeeds(each: Package): string {
  return formatPermissions(each.permissions).join(", ") || describeCalls(each);
}

function describeCalls({ apis }: Package): string {
  return `Calls ${apis.map(labelOf).join(", ") || "no API"}`;
}

function describeDestination({ destination, alternateRepository }: Settings): string {
  return alternateRepository === undefined ? destination : `${destination}: ${alternateRepository}`;
}
