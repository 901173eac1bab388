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
import { placesOf } from "../../yaml/positions.ts";
import { definitionYaml } from "../source/source-file.ts";
import { refuse, type Shape } from "../../yaml/shape.ts";
import type { CompilerSettings, EngineRelease, GatehousePin } from "../pipeline/settings.ts";

/** Name of a repository's settings file. */
export const settingsName = "gatehouse.json";

/** Settings as written in a repository's settings file, without defaults. */
export type GivenSettings = Partial<Omit<CompilerSettings, "engine">> & {
  readonly engine?: Partial<EngineRelease>;
};

const line = text({ checks: [oneLine, noExpressions] });
/**
 * Rejects values that contain credentials, because everyone who can read the repository can read
 * its pipelines. The message does not quote the value.
 */
const noCredential: TextCheck = (given) =>
  /:\/\/[^/]*@|[?#]/.test(given)
    ? {
        message: "contains or may contain a credential: a user name before @, or text after ? or #",
        hint: "Use a URL without credentials; the machines that run the pipeline must be able to access it anonymously",
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
        : { message: "is not an https address", hint: "Use an address that starts with https://" },
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
        message: "is not a valid package source",
        hint: "Use npm:NAME@VERSION with an exact version, an https address, or file:/PATH, a path on the machines that run the pipeline",
      };
    },
  ],
});
/** A version, as in a definition. `latest` is not allowed, because it changes over time. */
const version: Shape<string> = {
  schema: engineVersion.schema,
  read(node, site) {
    const read = engineVersion.read(node, site);
    if (read !== "latest") return read === undefined ? undefined : bareVersion(read);
    const message = `is "latest", which changes over time, but the hashes belong to one version`;
    return refuse(node, site, {
      message,
      hint: "Use latest only in a definition, as engine.version",
    });
  },
};
const integrity = text({
  checks: [
    (given) =>
      /^(?:tree-)?sha512-[A-Za-z0-9+/]{86}==$/.test(given)
        ? undefined
        : {
            message: "is not a sha512 integrity value",
            hint: "Use the integrity value that npm pack --json prints: sha512-…",
          },
  ],
});
const sum = text({
  checks: [
    (given) =>
      /^[\da-f]{64}$/.test(given)
        ? undefined
        : { message: "is not a SHA-256 hash with 64 hex digits" },
  ],
});
const fileName = text({ checks: [onlySigns(/[\w.{}-]/, "letters, digits and . _ - { }")] });

const pin: Shape<GatehousePin> = (() => {
  const fields = record(
    {
      source: {
        shape: source,
        about: "Package from which pipelines install gatehouse.",
        isRequired: true,
      },
      integrity: { shape: integrity, about: "Hash of the package.", isRequired: true },
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
      x64: { shape: sum, about: "Hash of the archive for x64.", isRequired: true },
      arm64: { shape: sum, about: "Hash of the archive for arm64.", isRequired: true },
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
    $schema: { shape: line, about: "URL of this schema." },
    brand: {
      shape: choice(["forge", "github"], "a brand"),
      about: "Naming convention of the definitions: forge or github.",
    },
    gatehouse: { shape: pin, about: "The gatehouse package that pipelines install." },
    engine: {
      shape: record(
        {
          releases: { shape: address, about: "Base URL of the releases." },
          version: {
            shape: version,
            about: "Version to install if a definition does not name one.",
          },
          archive: {
            shape: fileName,
            about: "Name of an archive, with the placeholder {machine}.",
          },
          program: { shape: fileName, about: "Name of the program in the archive." },
          sha256: { shape: sums, about: "Hashes of the archives of this version." },
        },
        { what: `"engine"` },
      ),
      about: "Source of the engine.",
    },
    node: {
      shape: text({ checks: [onlySigns(/[\w.-]/, "a version such as 22.x, or none")] }),
      about:
        "Node version of the jobs, for example 22.x; none if the machines of the pool have Node.",
    },
  },
  { what: "the settings" },
);

export const settingsSchema = fields.schema;

/**
 * Reads a repository's settings. Uses the YAML reader, because JSON is valid YAML and this reader
 * reports the positions of errors.
 */
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
    const hint = "Add the hashes of its archives from the SHA256SUMS.txt file of the release";
    findings.error(start, "engine.sha256", {
      message: `"engine" has a "version" but no "sha256"`,
      hint,
    });
  }
  return { settings, errors: findings.all().errors };
}

/** The engine release for definitions that do not specify a version. */
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

/** Default Node version that Azure Pipelines installs. */
const usualNode = "22.x";

/**
 * Adds the defaults to the settings.
 * @param own the pin for the running version of gatehouse
 */
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
