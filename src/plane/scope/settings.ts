import type { Level, Permission } from "../../credentials/apps/ceilings.ts";
import type { Destination, Mode } from "../../credentials/profile/facts.ts";
import { InvalidInput } from "../../shared/errors.ts";
import schema from "./control-plane.schema.json" with { type: "json" };
import { ownerOf, ownersOf } from "./owners.ts";
import { inspectTexts } from "./settings/inspect-texts.ts";
import { settingsShape } from "./settings/settings-shape.ts";
import { Findings, type Diagnostic } from "../../yaml/diagnostics.ts";
import { placesOf } from "../../yaml/positions.ts";
import { readJson } from "../../yaml/read-json.ts";
import type { Site } from "../../yaml/shape.ts";
import { fieldOf, type YamlMap, type YamlNode } from "../../yaml/yaml-node.ts";
import { count } from "../../shared/count.ts";

/** The requirements of one installed package. */
export interface Package {
  readonly name: string;
  readonly apis: readonly Permission[];
  readonly permissions: Readonly<Partial<Record<Permission, Level>>>;
  /** The repository variable that stops the package if it is false. */
  readonly killSwitch: string;
}

/** The committed scope of the control plane. control-plane.schema.json describes each field. */
export interface Settings {
  readonly $schema?: string;
  readonly version: 1;
  readonly targets: readonly string[];
  readonly allowedOwners: readonly string[];
  readonly mode: Mode;
  readonly destination: Destination;
  readonly alternateRepository?: string;
  readonly caps: { readonly repositories: number; readonly dispatches: number };
  /**
   * Workflow files that a dispatch can start. If undefined or empty, a dispatch cannot start any
   * workflows.
   */
  readonly workers?: readonly string[];
  readonly packages: readonly Package[];
  readonly environment: string;
  readonly rotationOwner?: string;
}

export class InvalidSettings extends InvalidInput {
  constructor(path: string, problems: readonly Diagnostic[]) {
    const lines = problems.map(
      (problem) =>
        `  ${problem.line}:${problem.column} ${problem.path || "(file)"}: ${problem.message}`,
    );
    super([`${path} has ${count(problems.length, "problem")}:`, ...lines].join("\n"), [
      { text: `Fix ${path}` },
    ]);
  }
}

/**
 * Parses `control-plane.json`.
 *
 * @param path path of the file, for error messages
 * @throws InvalidSettings with all problems
 */
export function parseSettings(text: string, path: string): Settings {
  const plain = text.replace(/^\ufeff/, "");
  const { root, faults } = readJson(plain);
  const findings = new Findings(placesOf(plain));
  const site = { path: "", key: { start: 0 }, findings };
  if (!root) {
    const [{ offset } = { offset: 0 }] = faults;
    // The message does not quote the invalid text, which may contain an unquoted credential.
    const message = "invalid JSON: a quotation mark, comma or bracket is wrong here or just before";
    findings.error({ start: offset }, "", { message });
  } else {
    inspectTexts(root, site, new Set(faults.map((fault) => fault.offset)));
  }
  const read = root && settingsShape.read(root, site);
  if (root?.kind === "map") findContradictions(root, site);
  const { errors } = findings.all();
  if (errors.length > 0) throw new InvalidSettings(path, errors);
  const written = read as Omit<Settings, "allowedOwners" | "environment"> & Partial<Settings>;
  return {
    ...written,
    allowedOwners: written.allowedOwners ?? ownersOf(written.targets),
    environment: written.environment ?? schema.properties.environment.default,
  };
}

/**
 * Reports contradictions that a schema cannot express. Checks for them even if the schema reports
 * other problems.
 */
function findContradictions(root: YamlMap, site: Site): void {
  const itemsOf = (name: string) => {
    const value = fieldOf(root, name)?.value;
    return value?.kind === "list" ? value.items : [];
  };
  const report = (node: YamlNode, path: string, message: string) =>
    site.findings.error(node, path, { message });

  const allowed = itemsOf("allowedOwners").map((owner) => wordOf(owner).toLowerCase());
  for (const [index, target] of itemsOf("targets").entries()) {
    if (allowed.length === 0 || allowed.includes(ownerOf(wordOf(target)).toLowerCase())) continue;
    const message = "the owner of this repository is not one of the allowed owners";
    report(target, `targets[${index}]`, message);
  }
  const names = new Set<string>();
  for (const [index, each] of itemsOf("packages").entries()) {
    const name = each.kind === "map" ? fieldOf(each, "name")?.value : undefined;
    if (!name) continue;
    if (names.has(wordOf(name))) {
      report(name, `packages[${index}].name`, "a package with this name is listed above");
    }
    names.add(wordOf(name));
  }
  const alternate = fieldOf(root, "alternateRepository");
  const destination = fieldOf(root, "destination")?.value;
  const isAlternate = destination !== undefined && wordOf(destination) === "alternate";
  if (isAlternate && !alternate) {
    report(root, "", 'the field "alternateRepository" is missing');
  }
  if (!isAlternate && alternate) {
    const message = 'allowed only if the destination is "alternate"';
    report(alternate.key, "alternateRepository", message);
  }
}

function wordOf(node: YamlNode): string {
  return node.kind === "scalar" ? node.text : "";
}

/** Renders the file with the fields in the order of the schema. */
export function renderSettings(settings: Settings): string {
  const names = Object.keys(schema.properties) as (keyof Settings)[];
  const entries = names.flatMap((name) =>
    settings[name] === undefined ? [] : [[name, settings[name]]],
  );
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}
