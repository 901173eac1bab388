import type { Brand } from "../../forge/brand.ts";
import { mayBeSecret, quote } from "../../yaml/quote.ts";
import { pathTo } from "../../yaml/record-shape.ts";
import type { Site } from "../../yaml/shape.ts";
import { fieldOf, type YamlField, type YamlMap } from "../../yaml/yaml-node.ts";

/**
 * Reports variables that conflict with the provider, and warns of other risky variables.
 * @param node the engine's block
 */
export function lintEnv(node: YamlMap, site: Site, brand: Brand): void {
  const variables = fieldOf(node, "env")?.value;
  if (variables?.kind !== "map") return;
  const within = { ...site, path: `${site.path}.env` };
  const provider = fieldOf(node, "provider") && `Remove it: "provider" sets`;
  for (const field of variables.fields) {
    lintRaw(field, within, { brand, provider });
    lintReach(field, within);
    lintSecret(field, within);
  }
}

function lintRaw(
  { key }: YamlField,
  site: Site,
  { brand, provider }: { readonly brand: Brand; readonly provider: string | undefined },
): void {
  const prefix = `${brand.providerPrefix}_`;
  if (!key.text.toUpperCase().startsWith(prefix)) return;
  const path = pathTo(site, key.text);
  if (provider !== undefined) {
    site.findings.error(key, path, {
      message: `${quote(key.text)} and "provider" are mutually exclusive`,
      hint: `${provider} ${prefix}*`,
    });
    return;
  }
  site.findings.warn(key, path, {
    message: `${quote(key.text)} configures a provider manually, so the engine receives the provider's credential`,
    hint: `Use "provider"`,
  });
}

/**
 * Variables that Node and container runtimes read. The firewall runs on Node in the same
 * environment.
 */
const firewallReads =
  /^(?:NODE_(?:EXTRA_CA_CERTS|USE_ENV_PROXY)|(?:HTTPS?|ALL|NO)_PROXY|SSL_CERT_(?:FILE|DIR)|DOCKER_(?:HOST|CONTEXT|CONFIG|CERT_PATH|TLS_VERIFY))$/i;

function lintReach({ key }: YamlField, site: Site): void {
  if (!firewallReads.test(key.text)) return;
  site.findings.warn(key, pathTo(site, key.text), {
    message: `${quote(key.text)} affects the firewall, not only the engine`,
  });
}

function lintSecret({ key, value }: YamlField, site: Site): void {
  // A reference to a variable is refused as an expression.
  if (value.kind !== "scalar" || value.text.includes("$(")) return;
  if (!containsSecret(key.text, value.text)) return;
  site.findings.warn(value, pathTo(site, key.text), {
    message: `${quote(key.text)} may be a secret, which is visible to anyone who can read this file`,
    hint: "Store a secret in a secret variable of the pipeline",
  });
}

/** Returns whether a value in the definition could be a secret. */
function containsSecret(name: string, given: string): boolean {
  return (
    mayBeSecret(given) || (/(?:_|^)(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name) && given !== "")
  );
}
