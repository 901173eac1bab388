import { readDomainRule } from "../../firewall/rules/domain-rule.ts";
import { isFault, type Fault } from "../../firewall/rules/fault.ts";
import type { HostPattern } from "../../firewall/rules/host-pattern.ts";
import { nameForSuffix } from "../../firewall/rules/public-suffix.ts";
import { readUrlPattern } from "../../firewall/rules/url-pattern.ts";
import { fieldOf, type YamlNode, type YamlScalar } from "../../yaml/yaml-node.ts";

/** An allowed host that must be checked against the public suffix list. */
export interface NamedHost {
  readonly pattern: HostPattern;
  readonly name: string;
  readonly path: string;
  /** The host as written in the file, with its position. */
  readonly written: YamlScalar;
}

/**
 * Finds all allowed hosts that could be public suffixes, so that they can be checked against the
 * suffix list. Ignores unreadable values, which other code reports.
 */
export function findHosts(root: YamlNode): readonly NamedHost[] {
  return [
    ...itemsAt(root, ["network", "allowed"]).flatMap((item) => host(item, readDomain)),
    ...itemsAt(root, ["network", "urls"]).flatMap((item) => host(item, readUrl)),
    ...valueAt(root, ["engine", "api-target"]).flatMap((item) => host(item, readDomain)),
    ...valueAt(root, ["engine", "provider", "base-url"]).flatMap((item) => host(item, readBase)),
  ];
}

type Read = (text: string) => { readonly host: HostPattern } | Fault | undefined;

const readDomain: Read = (text) => readDomainRule({ id: text, text });
const readUrl: Read = (text) => readUrlPattern({ id: text, text });
const readBase: Read = (text) =>
  URL.canParse(text) ? readDomain(new URL(text).hostname) : undefined;

interface Item {
  readonly path: string;
  readonly node: YamlNode;
}

function host({ path, node }: Item, read: Read): readonly NamedHost[] {
  if (node.kind !== "scalar") return [];
  const found = read(node.text);
  if (!found || isFault(found)) return [];
  const name = nameForSuffix(found.host);
  return name === undefined ? [] : [{ pattern: found.host, name, path, written: node }];
}

function valueAt(root: YamlNode, names: readonly string[]): readonly Item[] {
  let node: YamlNode | undefined = root;
  for (const name of names) {
    node = node?.kind === "map" ? fieldOf(node, name)?.value : undefined;
  }
  return node ? [{ path: names.join("."), node }] : [];
}

function itemsAt(root: YamlNode, names: readonly string[]): readonly Item[] {
  return valueAt(root, names).flatMap(({ path, node }) =>
    node.kind === "list"
      ? node.items.map((item, index) => ({ path: `${path}[${index}]`, node: item }))
      : [],
  );
}
