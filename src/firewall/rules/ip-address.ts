import { fault, type Fault } from "./fault.ts";

/**
 * Normalizes an address to `10.0.0.1` or `[2001:db8::1]`. Returns undefined for a name. Other
 * spellings that systems read as addresses (`127.1`, `0x7f.1`, `2130706433`, `[::ffff:7f00:1]`) are
 * rejected, because a rule for one spelling would not cover the others.
 * @param host lowercase; an IPv6 address in brackets
 * @see https://url.spec.whatwg.org/#concept-ipv4-parser
 */
export function readAddress(host: string): { readonly address: string } | Fault | undefined {
  if (host.startsWith("[")) return readIpv6(host);
  if (!endsInNumber(host)) return undefined;
  const address = parseHost(host);
  if (address === undefined) return fault("ends in a number but is not an address");
  return spelled(host, address);
}

function readIpv6(host: string): { readonly address: string } | Fault {
  const address = /^\[[0-9a-f:.]+\]$/.test(host) ? parseHost(host) : undefined;
  if (address === undefined) return fault("is not an IPv6 address");
  const mapped = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(address);
  if (!mapped) return spelled(host, address);
  const [high, low] = [parseInt(mapped[1] ?? "", 16), parseInt(mapped[2] ?? "", 16)];
  return spelled(host, [high >> 8, high & 255, low >> 8, low & 255].join("."));
}

function spelled(host: string, address: string): { readonly address: string } | Fault {
  return host === address ? { address } : fault(`is another spelling of ${address}`, address);
}

function endsInNumber(host: string): boolean {
  return /^(\d+|0x[0-9a-f]*)$/.test(host.slice(host.lastIndexOf(".") + 1));
}

function parseHost(host: string): string | undefined {
  return URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : undefined;
}
