import { BlockList, isIP } from "node:net";

/**
 * Returns whether NO_PROXY matches an address. An entry is `*`, a name including its subdomains,
 * `.name` or `*.name` for subdomains only, an IP address, or an address range. All entries except
 * ranges can include a port.
 */
export function isExempt(address: URL, noProxy: string): boolean {
  const host = bare(address.hostname);
  const port = address.port || "443";
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry === "*" || isInRange(host, entry) || isNamed(host, port, entry));
}

function isNamed(host: string, port: string, entry: string): boolean {
  const [, name = "", wanted] = /^(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const named = bare(name).replace(/^\*(?=\.)/, "");
  if (named === "" || (wanted !== undefined && wanted !== port)) return false;
  if (named.startsWith(".")) return host.endsWith(named);
  return host === named || (isIP(host) === 0 && host.endsWith(`.${named}`));
}

function isInRange(host: string, entry: string): boolean {
  const family = isIP(host);
  const [, network = "", bits = ""] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? [];
  if (family === 0 || isIP(bare(network)) !== family) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const range = new BlockList();
  range.addSubnet(bare(network), Number(bits), type);
  return range.check(host, type);
}

/** Removes the brackets of an IPv6 address and a trailing dot. */
function bare(name: string): string {
  return name.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}
