import { validateBreadth, loadSuffixes } from "../firewall/rules/public-suffix.ts";
import type { Compiled } from "./compile-source.ts";
import { quote } from "../yaml/quote.ts";

/**
 * Refuses hosts that the firewall would refuse at run time: suffixes under which anyone can
 * register a name. Loads the public suffix list, which takes 20 ms, only if a host requires it.
 */
export async function validateHosts(compiled: Compiled): Promise<Compiled> {
  const { hosts = [], placeOf, errors, warnings } = compiled;
  if (hosts.length === 0 || !placeOf) return compiled;
  const findSuffix = await loadSuffixes(hosts.map(({ name }) => name));
  const found = hosts.flatMap(({ pattern, path, written }) => {
    const broad = validateBreadth(pattern, findSuffix);
    if (!broad) return [];
    const hint = "Specify the domains that you need, for example example.com";
    const message = `${quote(written.text)} ${broad.fault}`;
    return [{ path, ...placeOf(written.start), message, hint }];
  });
  if (found.length === 0) return compiled;
  const inOrder = [...errors, ...found].toSorted(
    (one, other) => one.line - other.line || one.column - other.column,
  );
  return { errors: inOrder, warnings };
}
