import { quote } from "../../yaml/quote.ts";
import { list, record } from "../../yaml/record-shape.ts";
import { never, noExpressions, oneLine, onlySigns, text } from "../../yaml/scalar-shapes.ts";
import { refuse, type Shape } from "../../yaml/shape.ts";
import type { Pool } from "./agent-definition.ts";

/** The image of a job where nothing is said: the service's oldest that will be there next year. */
export const defaultPool: Pool = { vmImage: "ubuntu-24.04" };

const image = text({
  checks: [
    onlySigns(/[A-Za-z0-9._-]/, "letters, digits and . _ -"),
    (given) =>
      /^(?:windows|macos|vs\d|win\d)/i.test(given)
        ? {
            message: `${quote(given)} is no Linux: the sandbox of the engine needs one`,
            hint: `Write ubuntu-24.04, or the "name" of a pool of your own`,
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
    vmImage: { shape: image, about: "Image of a machine of the service's. Default: ubuntu-24.04." },
    name: { shape: words, about: "Name of a pool of machines of your own." },
    demands: {
      shape: list(words, { what: "demands" }),
      about: "What a machine of the pool must have, as NAME or NAME -equals VALUE.",
    },
  },
  { what: `"pool"`, elsewhere: { image: 'Did you mean "vmImage"?' } },
);

/** Where jobs run: an image of the service's, or a pool of one's own. */
export const pool: Shape<Pool> = {
  schema: { ...fields.schema, oneOf: [{ required: ["vmImage"] }, { required: ["name"] }] },
  read(node, site) {
    const read = fields.read(node, site);
    if (!read || node.kind !== "map") return undefined;
    const has = (name: string) => node.fields.some(({ key }) => key.text === name);
    const hint = `"vmImage" for a machine of the service's, or "name" for a pool of your own`;
    if (has("vmImage") === has("name")) {
      const message = has("name") ? `has "vmImage" and "name"` : `has neither "vmImage" nor "name"`;
      return refuse(has("name") ? node : { ...node, ...site.key }, site, { message, hint });
    }
    const { vmImage, name, demands = [] } = read;
    if (has("demands") && has("vmImage")) {
      return refuse(node, site, { message: `has "demands", which only a pool with a "name" has` });
    }
    if (vmImage !== undefined) return { vmImage };
    return name === undefined ? undefined : { name, demands };
  },
};
