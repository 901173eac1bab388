import { domainToASCII } from "node:url";
import { fault, isFault, type Fault } from "./fault.ts";
import { readAddress } from "./ip-address.ts";
import { shorten } from "./shorten.ts";

/**
 * Normalizes a host: a lowercase name without its trailing dot, or an address.
 * @param raw a name, not necessarily ASCII, or an address; an IPv6 address with or without brackets
 */
export function readHostName(raw: string): { readonly host: string } | Fault {
  const bare = raw.includes(":") && !raw.startsWith("[") ? `[${raw}]` : raw;
  const lower = dropDot(bare).toLowerCase();
  if (lower === "") return fault("has no host");
  const address = readAddress(lower);
  if (address) return isFault(address) ? address : { host: address.address };
  const labels = readLabels(lower);
  return Array.isArray(labels) ? { host: labels.join(".") } : labels;
}

export function dropDot(host: string): string {
  return host.endsWith(".") ? host.slice(0, -1) : host;
}

export const longestName = 253;
export const longestLabel = 63;

/**
 * Splits a host name into its labels and converts them to ASCII. Labels can contain the wildcards
 * of a rule.
 */
export function readLabels(name: string): string[] | Fault {
  const labels: string[] = [];
  for (const raw of name.split(".")) {
    const label = readLabel(raw);
    if (typeof label !== "string") return label;
    labels.push(label);
  }
  const length = labels.join(".").length;
  return length > longestName ? fault(`has a name longer than ${longestName} characters`) : labels;
}

function readLabel(raw: string): string | Fault {
  if (raw === "") return fault("has an empty label: consecutive dots or a leading dot");
  const unfit = fault(`has the invalid label "${shorten(raw)}" in its host`);
  // `domainToASCII` would treat a slash or a colon as the end of the name, and return only the part
  // before it.
  if (/[^a-z0-9_*\x80-\u{10ffff}-]/u.test(raw)) return unfit;
  if (raw.startsWith("xn--") && raw.includes("*"))
    return fault("has a wildcard in a label that encodes letters which are not ASCII");
  const isAscii = /^[\0-\x7f]*$/.test(raw);
  if (!isAscii && raw.includes("*"))
    return fault("has a wildcard next to letters that are not ASCII");
  const label = isAscii && !raw.startsWith("xn--") ? raw : domainToASCII(raw);
  if (!/^[a-z0-9_*-]+$/.test(label)) return unfit;
  if (label.startsWith("-") || label.endsWith("-"))
    return fault(
      `has the label "${shorten(raw)}" in its host, but a label cannot begin or end with a hyphen`,
    );
  if (label.length > longestLabel)
    return fault(`has a label longer than ${longestLabel} characters`);
  return label;
}
