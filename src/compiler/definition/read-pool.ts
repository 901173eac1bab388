import { quote } from "../../yaml/quote.ts";
import { list, record } from "../../yaml/record-shape.ts";
import { never, noExpressions, oneLine, onlySigns, text } from "../../yaml/scalar-shapes.ts";
import { refuse, type Shape } from "../../yaml/shape.ts";
import type { Pool } from "./agent-definition.ts";

/**
 * Default image of a job: the oldest image that Azure Pipelines supports for at least another year.
 */
export const defaultPool: Pool = { vmImage: "ubuntu-24.04" };

const image = text({
  checks: [
    onlySigns(/[A-Za-z0-9._-]/, "letters, digits and . _ -"),
    (given) =>
      /^(?:windows|macos|vs\d|win\d)/i.test(given)
        ? {
            message: `${quote(given)} is not a Linux image, which the sandbox requires`,
            hint: `Use ubuntu-24.04, or the "name" of your own pool`,
          }
        : undefined,
  ],
});

const words = text({
  checks: [
    oneLine,
    noExpressions,
    never(/^\s*$/, "is empty"),
    never(/^.{257}/, "is longer than 256 characters"),
  ],
});

const fields = record(
  {
    vmImage: { shape: image, about: "Image of a Microsoft-hosted machine. Default: ubuntu-24.04." },
    name: { shape: words, about: "Name of a pool with your own machines." },
    demands: {
      shape: list(words, { what: "demands" }),
      about: "Required capabilities of a machine, as NAME or NAME -equals VALUE.",
    },
  },
  { what: `"pool"`, elsewhere: { image: 'Did you mean "vmImage"?' } },
);

export const pool: Shape<Pool> = {
  schema: { ...fields.schema, oneOf: [{ required: ["vmImage"] }, { required: ["name"] }] },
  read(node, site) {
    const read = fields.read(node, site);
    if (!read || node.kind !== "map") return undefined;
    const has = (name: string) => node.fields.some(({ key }) => key.text === name);
    const hint = `Use "vmImage" for a Microsoft-hosted machine, or "name" for your own pool`;
    if (has("vmImage") === has("name")) {
      const message = has("name") ? `has "vmImage" and "name"` : `has neither "vmImage" nor "name"`;
      return refuse(has("name") ? node : { ...node, ...site.key }, site, { message, hint });
    }
    const { vmImage, name, demands = [] } = read;
    if (has("demands") && has("vmImage")) {
      return refuse(node, site, { message: `has "demands", which require a "name"` });
    }
    if (vmImage !== undefined) return { vmImage };
    return name === undefined ? undefined : { name, demands };
  },
};
