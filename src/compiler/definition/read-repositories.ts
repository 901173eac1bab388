import { quote } from "../../yaml/quote.ts";
import { list, record } from "../../yaml/record-shape.ts";
import {
  choice,
  never,
  noExpressions,
  oneLine,
  onlySigns,
  text,
} from "../../yaml/scalar-shapes.ts";
import type { Shape } from "../../yaml/shape.ts";
import { nameKind, type YamlNode } from "../../yaml/yaml-node.ts";
import type { Checkout } from "./agent-definition.ts";

const types = ["git", "github", "githubenterprise", "bitbucket"] as const;

/** The alias becomes the name of a directory next to the pipeline's own repository. */
const alias = text({
  checks: [
    onlySigns(/[A-Za-z0-9_.-]/, "letters, digits and . _ -"),
    never(/^[^A-Za-z0-9_]/, "does not start with a letter, a digit or _"),
    never(/\.\./, 'contains ".."'),
    never(/^(?:self|none)$/i, "is reserved by Azure Pipelines"),
  ],
});

const words = text({
  checks: [oneLine, noExpressions, never(/^\s*$/, "is empty"), never(/^.{257}/, "is too long")],
});

const fields = record(
  {
    repository: {
      shape: alias,
      about: "Alias in this file, and name of the directory for the repository.",
      isRequired: true,
    },
    type: {
      shape: choice(types, "a repository type"),
      about: `Repository type: ${types.join(", ")}. Default: git, which is Azure Repos.`,
    },
    name: {
      shape: words,
      about: "Full name: PROJECT/NAME or OWNER/NAME.",
      isRequired: true,
    },
    ref: {
      shape: words,
      about: "Branch or tag, for example refs/heads/main. Default: the default branch.",
    },
    endpoint: { shape: words, about: "Service connection that can read the repository." },
  },
  { what: "a repository", elsewhere: { alias: 'Did you mean "repository"?' } },
);

const checkout: Shape<Checkout> = {
  schema: fields.schema,
  read(node, site) {
    const read = fields.read(node, site);
    if (read?.repository === undefined || read.name === undefined) return undefined;
    const { repository, name, type = "git", ...rest } = read;
    if (type !== "git" && rest.endpoint === undefined) {
      site.findings.error(node, `${site.path}.endpoint`, {
        message: `a repository of type "${type}" requires an "endpoint"`,
        hint: "Specify a service connection that can read the repository",
      });
    }
    return { alias: repository, type, name, ...rest };
  },
};

const all = list(checkout, { what: "repositories" });

export const repositories: Shape<readonly Checkout[]> = {
  schema: all.schema,
  read(node, site) {
    const read = all.read(node, site);
    const seen = new Set<string>();
    for (const { alias: name } of read ?? []) {
      if (seen.has(name.toLowerCase())) {
        site.findings.error(findAlias(node, name), site.path, {
          message: `two repositories are named ${quote(name)}`,
        });
      }
      seen.add(name.toLowerCase());
    }
    return read;
  },
};

function findAlias(node: YamlNode, name: string): YamlNode {
  if (node.kind !== "list") throw new Error(`${nameKind(node)} has no aliases`);
  const found = node.items.findLast(
    (item) =>
      item.kind === "map" &&
      item.fields.some(({ value }) => value.kind === "scalar" && value.text === name),
  );
  return found ?? node;
}
