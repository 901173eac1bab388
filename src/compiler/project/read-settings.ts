import { bareVersion } from "../engine/read-engine.ts";
import { version as engineVersion } from "../engine/words.ts";
import {
  choice,
  noExpressions,
  oneLine,
  onlySigns,
  text,
  type TextCheck,
} from "../../yaml/scalar-shapes.ts";
import { Findings, type Diagnostic } from "../../yaml/diagnostics.ts";
import { readYaml } from "../../yaml/read-yaml.ts";
import { record } from "../../yaml/record-shape.ts";
import { placesOf } from "../../yaml/places.ts";
import { definitionYaml } from "../source/source-file.ts";
import { refuse, type Shape } from "../../yaml/shape.ts";
import type { CompilerSettings, EngineRelease, GatehousePin } from "../pipeline/settings.ts";

/** The file of a repository that says what its definitions do not. */
export const settingsName = "gatehouse.json";

/** What a repository's own file says; what it leaves away is not there. */
export type GivenSettings = Partial<Omit<CompilerSettings, "engine">> & {
  readonly engine?: Partial<EngineRelease>;
};

const line = text({ checks: [oneLine, noExpressions] });
/** A pipeline is there for everybody who reads the repository. What was written is not repeated. */
const noCredential: TextCheck = (given) =>
  /:\/\/[^/]*@|[?#]/.test(given)
    ? {
        message: "has a credential in it, or could: a user before @, or what follows a ? or #",
        hint: "Write the address alone; whoever runs the pipeline reaches it without one",
      }
    : undefined;
const address = text({
  checks: [
    noCredential,
    oneLine,
    noExpressions,
    (given) =>
      /^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost)[:/])[\w.:/%+@,~-]+$/.test(given)
        ? undefined
        : { message: "is no https address", hint: "It begins with https://" },
  ],
});
const source = text({
  checks: [
    noCredential,
    oneLine,
    (given) => {
      if (/^npm:(?:@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/.test(given)) return undefined;
      if (/^file:\/[\w./@+-]+$/.test(given)) return undefined;
      if (/^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost)[:/])[\w.:/%+@~-]+$/.test(given)) {
        return undefined;
      }
      return {
        message: "names no package",
        hint: "npm:NAME@VERSION with a whole version, an https address, or file:/PATH of the pool's machines",
      };
    },
  ],
});
/** As a definition has it, but for the word that stands for another version each day. */
const version: Shape<string> = {
  schema: engineVersion.schema,
  read(node, site) {
    const read = engineVersion.read(node, site);
    if (read !== "latest") return read === undefined ? undefined : bareVersion(read);
    const message = `is "latest", which is another version each day, and sums are of one`;
    return refuse(node, site, { message, hint: "A definition may say it, in engine.version" });
  },
};
const integrity = text({
  checks: [
    (given) =>
      /^(?:tree-)?sha512-[A-Za-z0-9+/]{86}==$/.test(given)
        ? undefined
        : { message: "is no sha512 integrity", hint: "As npm pack --json prints it: sha512-…" },
  ],
});
const sum = text({
  checks: [
    (given) =>
      /^[\da-f]{64}$/.test(given) ? undefined : { message: "is no SHA-256 sum of 64 hex digits" },
  ],
});
const fileName = text({ checks: [onlySigns(/[\w.{}-]/, "letters, digits and . _ - { }")] });

const pin: Shape<GatehousePin> = (() => {
  const fields = record(
    {
      source: { shape: source, about: "Where pipelines get gatehouse from.", isRequired: true },
      integrity: { shape: integrity, about: "Hash of that package.", isRequired: true },
    },
    { what: `"gatehouse"` },
  );
  return {
    schema: fields.schema,
    read(node, site) {
      const read = fields.read(node, site);
      if (read?.source === undefined || read.integrity === undefined) return undefined;
      return { source: read.source, integrity: read.integrity };
    },
  };
})();

const sums: Shape<EngineRelease["sha256"]> = (() => {
  const fields = record(
    {
      x64: { shape: sum, about: "Of the archive for x64.", isRequired: true },
      arm64: { shape: sum, about: "Of the archive for arm64.", isRequired: true },
    },
    { what: `"sha256"` },
  );
  return {
    schema: fields.schema,
    read(node, site) {
      const read = fields.read(node, site);
      return read?.x64 === undefined || read.arm64 === undefined
        ? undefined
        : { x64: read.x64, arm64: read.arm64 };
    },
  };
})();

const fields = record(
  {
    $schema: { shape: line, about: "Address of this schema." },
    brand: {
      shape: choice(["forge", "github"], "a brand"),
      about: "Whose words definitions use.",
    },
    gatehouse: { shape: pin, about: "Which gatehouse pipelines bring." },
    engine: {
      shape: record(
        {
          releases: { shape: address, about: "Address below which releases are." },
          version: { shape: version, about: "The version that is meant where none is named." },
          archive: { shape: fileName, about: "Name of an archive, with {machine} in it." },
          program: { shape: fileName, about: "Name of the program in it." },
          sha256: { shape: sums, about: "Of that version's archives." },
        },
        { what: `"engine"` },
      ),
      about: "Where engines come from.",
    },
    node: {
      shape: text({ checks: [onlySigns(/[\w.-]/, "a version, as 22.x, or none")] }),
      about: "Node of the jobs, as 22.x; none where the pool's machines have one.",
    },
  },
  { what: "the settings" },
);

export const settingsSchema = fields.schema;

/** Reads a repository's settings. JSON is YAML, too, and its places come along. */
export function readSettings(content: string): {
  readonly settings: GivenSettings;
  readonly errors: readonly Diagnostic[];
} {
  const plain = content.replace(/^\ufeff/, "");
  const findings = new Findings(placesOf(plain));
  const { root, faults } = readYaml(plain, definitionYaml);
  for (const { offset, message } of faults) findings.error({ start: offset }, "", { message });
  const start = { start: 0 };
  const site = { path: "", key: start, findings };
  const read = root && faults.length === 0 ? fields.read(root, site) : undefined;
  const { $schema: _, ...settings } = read ?? {};
  if (settings.engine?.version !== undefined && !settings.engine.sha256) {
    const hint = "The sums of its archives stand beside them, in SHA256SUMS.txt";
    findings.error(start, "engine.sha256", { message: `"engine" has a version and no sums`, hint });
  }
  return { settings, errors: findings.all().errors };
}

/** The engine's release that definitions mean where nobody says another. */
const pinnedRelease: EngineRelease = {
  releases: "https://github.com/github/copilot-cli/releases",
  version: "1.0.47",
  archive: "copilot-linux-{machine}.tar.gz",
  program: "copilot",
  sha256: {
    x64: "3188d30786b18ef02d907596db0b3b65c9cad2039b8a212bd045d44a3db32ecd",
    arm64: "51bb747dd9ef41b75b0e4b24a42470fc4c317bb328b73d58f167ec0c95a7a0b8",
  },
};

/** Node's version that the pipeline service installs. */
const usualNode = "22.x";

/** All settings, with what nobody has said. @param own this very gatehouse */
export function completeSettings(
  given: GivenSettings & Pick<CompilerSettings, "brand">,
  { own }: { readonly own: GatehousePin },
): CompilerSettings {
  return {
    brand: given.brand,
    gatehouse: given.gatehouse ?? own,
    engine: { ...pinnedRelease, ...given.engine },
    node: given.node ?? usualNode,
  };
}
