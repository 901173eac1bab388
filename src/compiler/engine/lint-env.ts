import type { Brand } from "../../forge/brand.ts";
import { mayBeSecret, quote } from "../../yaml/quote.ts";
import { pathTo } from "../../yaml/record-shape.ts";
import type { Site } from "../../yaml/shape.ts";
import { fieldOf, type YamlField, type YamlMap } from "../../yaml/yaml-node.ts";

/** Says what of an engine's variables does not go with its provider, and what is worth a word. @param node the engine's block */
export function lintEnv(node: YamlMap, site: Site, brand: Brand): void {
  const variables = fieldOf(node, "env")?.value;
  if (variables?.kind !== "map") return;
  const within = { ...site, path: `${site.path}.env` };
  const provider = fieldOf(node, "provider") && `Leave it away: "provider" sets`;
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
    message: `${quote(key.text)} sets a provider up by hand: its host is not let through, and no credential is kept from the engine`,
    hint: `Use "provider"`,
  });
}

/** What Node and container runtimes read: the firewall is a program of Node's, and has the same environment. */
const firewallReads =
  /^(?:NODE_(?:EXTRA_CA_CERTS|USE_ENV_PROXY)|(?:HTTPS?|ALL|NO)_PROXY|SSL_CERT_(?:FILE|DIR)|DOCKER_(?:HOST|CONTEXT|CONFIG|CERT_PATH|TLS_VERIFY))$/i;

function lintReach({ key }: YamlField, site: Site): void {
  if (!firewallReads.test(key.text)) return;
  site.findings.warn(key, pathTo(site, key.text), {
    message: `${quote(key.text)} reaches the firewall itself, and not the engine alone`,
  });
}

function lintSecret({ key, value }: YamlField, site: Site): void {
  if (value.kind !== "scalar" || !holdsSecret(key.text, value.text)) return;
  site.findings.warn(value, pathTo(site, key.text), {
    message: `${quote(key.text)} may be a secret, and everybody reads it who reads this file`,
    hint: "A secret belongs into a secret variable of the pipeline",
  });
}

/** Whether a value of the definition's may be a secret that somebody wrote down. */
function holdsSecret(name: string, given: string): boolean {
  return (
    mayBeSecret(given) || (/(?:_|^)(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name) && given !== "")
  );
}
