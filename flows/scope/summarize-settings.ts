import type { Fact } from "../../src/prompts/prompter.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { labelOf } from "../../src/credentials/apps/permission-words.ts";
import { count } from "../../src/shared/count.ts";
import { describeLimits } from "./choose-limits.ts";

type Outputs = Pick<Settings, "mode" | "destination" | "alternateRepository">;

/** Summarizes a scope in rows; the file contains more details. */
export function summarizeSettings(settings: Settings, control: string): Fact[] {
  const {
    targets,
    allowedOwners,
    caps,
    workers = [],
    packages,
    environment,
    rotationOwner,
  } = settings;
  return [
    { name: "Targets", text: targets.join(", ") },
    { name: "Allowed owners", text: allowedOwners.join(", ") },
    { name: "Agents", text: describeMode(settings) },
    { name: "Results", text: describeWhere(settings, control) },
    { name: "Limits", text: describeLimits(caps) },
    ...(workers.length === 0 ? [] : [{ name: "Workers", text: workers.join(", ") }]),
    { name: "Review packages", text: packages.map(describePackage).join("; ") || "none" },
    { name: "PAT environment", text: `${environment}, if a PAT is used` },
    ...(rotationOwner === undefined ? [] : [{ name: "PAT replaced by", text: rotationOwner }]),
  ];
}

/** Summarizes a scope in rows. A changed row also shows the value that it replaces. */
export function summarizeChange(
  before: Settings | undefined,
  settings: Settings,
  control: string,
): Fact[] {
  const rows = summarizeSettings(settings, control);
  if (!before) return rows;
  const old = new Map(summarizeSettings(before, control).map(({ name, text }) => [name, text]));
  return rows.map(({ name, text }) => {
    const replaced = old.get(name) ?? "none";
    return { name, text: replaced === text ? text : `${replaced} → ${text}` };
  });
}

/** Summarizes a scope in one row. */
export function describeScope(settings: Settings, control: string): string {
  const targets = count(settings.targets.length, "target");
  return `${targets} · ${describeMode(settings)} · results ${describeWhere(settings, control)}`;
}

function describeMode({ mode }: Outputs): string {
  return mode === "live" ? "write to the targets" : "review only";
}

function describeWhere({ destination, alternateRepository }: Outputs, control: string): string {
  if (destination === "target") return "in the targets";
  return `in ${destination === "alternate" ? (alternateRepository ?? "another repository") : control}`;
}

function describePackage({ name, apis }: Settings["packages"][number]): string {
  return `${name} (${apis.map(labelOf).join(", ") || "no APIs"})`;
}
