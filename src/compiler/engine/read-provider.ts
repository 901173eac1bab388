import type { Brand } from "../../forge/brand.ts";
import { isFault } from "../../firewall/rules/fault.ts";
import { readHostName } from "../../firewall/rules/host-name.ts";
import { Secret } from "../../shared/secret.ts";
import type { Provider, ProviderCredential } from "./engine.ts";
import { quote } from "../../yaml/quote.ts";
import {
  choice,
  never,
  noExpressions,
  oneLine,
  onlySigns,
  text,
} from "../../yaml/scalar-shapes.ts";
import { record } from "../../yaml/record-shape.ts";
import { checked, type Shape, type Site } from "../../yaml/shape.ts";
import { fieldOf, type YamlNode } from "../../yaml/yaml-node.ts";
import { macrosIn } from "./variables.ts";

const addHost = `add the provider's host to "network.allowed" manually`;

/**
 * Returns the shape of a custom provider.
 * @see spec/engine.md, "provider fields"
 */
export function providerShape(brand: Brand): Shape<Provider> {
  const { providerPrefix, engine } = brand;
  const types = ["openai", engine.cloudType, "anthropic"];
  const fields = record(
    {
      baseUrl: {
        name: "base-url",
        shape: baseUrl,
        about: `The provider's address (${providerPrefix}_BASE_URL). The firewall allows its host.`,
        isRequired: true,
      },
      type: {
        shape: choice(types, "a provider type"),
        about: `API format of the provider (${providerPrefix}_TYPE). Default: openai.`,
      },
      wireApi: {
        name: "wire-api",
        shape: choice(["completions", "responses"], "a provider API"),
        about: `Provider API to use (${providerPrefix}_WIRE_API). Default: completions.`,
      },
      token: {
        shape: token,
        about: "A short-lived token that each run gets through a service connection.",
      },
      apiKey: {
        name: "api-key",
        shape: apiKey,
        about: `Static key, written as $(NAME) of a secret variable (${providerPrefix}_API_KEY).`,
      },
    },
    { what: `"provider"` },
  );
  return {
    schema: { ...fields.schema, not: { required: ["token", "api-key"] } },
    read(node, site) {
      const read = fields.read(node, site);
      if (!read) return undefined;
      refuseBoth(node, site);
      const { baseUrl: address, token: connection, apiKey: key, ...rest } = read;
      const credential = connection ?? key;
      return address && { ...rest, ...address, ...(credential && { credential }) };
    },
  };
}

function refuseBoth(node: YamlNode, { path, findings }: Site): void {
  if (node.kind !== "map" || !fieldOf(node, "token")) return;
  const key = fieldOf(node, "api-key");
  if (!key) return;
  findings.error(key.key, `${path}.api-key`, {
    message: `"token" and "api-key" are mutually exclusive: the provider receives only one credential`,
    hint: `Remove "token" or "api-key"`,
  });
}

/** The name of a variable, as Azure Pipelines and `secrets set` accept it, in `$(…)`. */
const namelessMacro = /\$\((?!\s*[\w][\w.-]*\s*\))[^()]*\)/;
const notNamed = "contains $(…) without the name of a variable";
const nameHint = "A name consists of letters, digits and . _ -";

const address = text({
  checks: [
    oneLine,
    never(/^\s*$/, "is empty", "Use the provider's https address"),
    never(
      /\$\{\{|\$\[|##(?:vso)?\[/i,
      "contains an expression that is not evaluated in this field",
    ),
    never(
      /^http:/i,
      "is not encrypted: the credential would be sent in plain text",
      "Use https://",
    ),
    never(/^[a-z]+:\/\/[^/]*@/i, "contains a user name or password"),
    never(namelessMacro, notNamed, nameHint),
  ],
});

/**
 * An address can contain variables, so its host can be unknown. In that case, the author must allow
 * the host.
 */
const baseUrl: Shape<Pick<Provider, "baseUrl" | "host">> = {
  schema: address.schema,
  read(node, site) {
    const given = address.read(node, site);
    if (given === undefined) return undefined;
    const host = hostOf(given);
    if (host !== undefined) return { baseUrl: given, host };
    if (!given.includes("$(")) {
      site.findings.warn(node, site.path, {
        message: `${quote(given)} does not contain a host that the firewall could allow`,
        hint: `Use an https address with a host name. Otherwise, ${addHost}`,
      });
    }
    return { baseUrl: given };
  },
};

/**
 * Returns the DNS host name of an address; undefined if it cannot be determined. Variables in other
 * parts of the address do not matter.
 */
function hostOf(given: string): string | undefined {
  const authority = /^https:\/\/([^/?#]*)/i.exec(given)?.[1] ?? "";
  if (authority === "" || authority.includes("$")) return undefined;
  if (!URL.canParse(`https://${authority}/`)) return undefined;
  const { hostname } = new URL(`https://${authority}/`);
  if (hostname.startsWith("[")) return undefined;
  const read = readHostName(hostname);
  const isName = !isFault(read) && /^[a-z0-9_.-]+$/.test(read.host);
  return isName ? read.host : undefined;
}

const token: Shape<ProviderCredential> = (() => {
  const fields = record(
    {
      serviceConnection: {
        name: "service-connection",
        shape: text({
          checks: [
            never(/^\s*$/, "is empty"),
            oneLine,
            noExpressions,
            never(/['"`]/, "contains a quotation mark, which a script would interpret"),
            never(/^.{257}/s, "is longer than 256 characters"),
          ],
        }),
        about: "Service connection for getting the token from the cloud.",
        isRequired: true,
      },
      resource: {
        shape: text({
          checks: [
            onlySigns(/[A-Za-z0-9._\-:/%~]/, "letters, digits and . _ - : / % ~"),
            never(
              /^(?!.*:\/\/)/,
              "is not a valid address",
              "Use an audience, for example https://service.example.com",
            ),
            never(/^.{257}/, "is longer than 256 characters"),
          ],
        }),
        about: "Audience of the token. Default: Azure Cognitive Services.",
      },
    },
    { what: `"token"` },
  );
  return {
    schema: fields.schema,
    read(node, site) {
      const { serviceConnection, ...rest } = fields.read(node, site) ?? {};
      return serviceConnection === undefined
        ? undefined
        : { kind: "token", serviceConnection, ...rest };
    },
  };
})();

/** Prefixes of variables that Azure Pipelines defines in every job. */
const ofService = /^(?:agent|build|checks|environment|pipeline|resources|system)\./i;

/** Errors never quote the value, because it may be a secret. */
const apiKey: Shape<ProviderCredential> = (() => {
  const hint = "Store it as a secret variable, and use $(NAME)";
  const shape = text({
    isSecret: true,
    checks: [
      (given) => (given.trim() === "" ? { message: "is empty", hint } : undefined),
      oneLine,
      (given) =>
        /\$\{\{|\$\[|##/.test(given)
          ? { message: "contains an expression that is not evaluated in this field", hint }
          : undefined,
      (given) => (namelessMacro.test(given) ? { message: notNamed, hint: nameHint } : undefined),
    ],
  });
  const warned = checked(shape, (given, node, { path, findings }) => {
    const macros = macrosIn(given);
    const foreign = macros.find((name) => name.includes(".") && !ofService.test(name));
    if (macros.length === 0) {
      findings.warn(node, path, {
        message: "is a literal key, which is visible to anyone who can read this file",
        hint,
      });
    } else if (foreign !== undefined) {
      findings.warn(node, path, {
        message: `${quote(`$(${foreign})`)} belongs to another step or job and is not available to the engine`,
        hint: "Use a secret variable of the pipeline or of a variable group",
      });
    }
  });
  return {
    schema: warned.schema,
    read(node, site) {
      const given = warned.read(node, site);
      if (given === undefined) return undefined;
      return macrosIn(given).length > 0
        ? { kind: "api-key-variable", text: given }
        : { kind: "api-key", value: new Secret(given) };
    },
  };
})();
