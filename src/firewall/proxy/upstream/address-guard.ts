import { BlockList, isIPv6 } from "node:net";

/**
 * Address ranges that do not contain public services, with their purposes, from IANA's
 * special-purpose registries.
 */
const ranges: readonly (readonly [network: string, what: string])[] = [
  // Addresses of metadata services outside the link-local range: Azure's agent, which every Azure
  // machine can reach, Oracle's, Alibaba's, Amazon's and Google's. They precede the ranges that contain them.
  ["168.63.129.16/32", "cloud metadata"],
  ["192.0.0.192/32", "cloud metadata"],
  ["100.100.100.200/32", "cloud metadata"],
  ["fd00:ec2::254/128", "cloud metadata"],
  ["fd00:ec2::23/128", "cloud metadata"],
  ["fd20:ce::254/128", "cloud metadata"],
  ["0.0.0.0/8", "unspecified"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "reserved for carrier-grade NAT"],
  ["127.0.0.0/8", "loopback"],
  ["169.254.0.0/16", "link-local, used for cloud metadata"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "reserved"],
  ["192.0.2.0/24", "reserved for documentation"],
  ["192.88.99.0/24", "a 6to4 relay"],
  ["192.168.0.0/16", "private"],
  ["198.18.0.0/15", "reserved for benchmarks"],
  ["198.51.100.0/24", "reserved for documentation"],
  ["203.0.113.0/24", "reserved for documentation"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved or broadcast"],
  ["::1/128", "loopback"],
  ["::/96", "unspecified or IPv4-compatible"],
  ["64:ff9b:1::/48", "a local NAT64 address"],
  ["100::/64", "a discard address"],
  ["2001::/23", "reserved (including Teredo)"],
  ["2001:db8::/32", "reserved for documentation"],
  ["3fff::/20", "reserved for documentation"],
  ["5f00::/16", "reserved for segment routing"],
  ["fc00::/7", "private"],
  ["fe80::/10", "link-local"],
  ["fec0::/10", "site-local"],
  ["ff00::/8", "multicast"],
];

const lists = ranges.map(([network, what]) => {
  const [address = "", bits] = network.split("/");
  const list = new BlockList();
  list.addSubnet(address, Number(bits), isIPv6(address) ? "ipv6" : "ipv4");
  return { list, what };
});

/**
 * Returns the purpose of an address that is not public; undefined for a public address. The proxy
 * connects to such an address only if the operator named it.
 * @param own addresses of this machine's interfaces
 */
export function findForbiddenRange(address: string, own: ReadonlySet<string>): string | undefined {
  if (own.has(address)) return ownMachine;
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  const found = lists.find(({ list }) => list.check(address, family));
  if (found) return found.what;
  const wrapped = family === "ipv6" ? unwrapIPv4(address) : undefined;
  const within = wrapped && findForbiddenRange(wrapped, own);
  return within && `${within}, embedded in IPv6`;
}

const ownMachine = "this machine's own";
const allowable: readonly string[] = [
  ownMachine,
  "private",
  "loopback",
  "reserved for carrier-grade NAT",
];

/**
 * Returns whether a range contains the services of a machine or network that an operator may want
 * to allow. Metadata services give credentials away, so the proxy never suggests to allow them.
 */
export function isAllowable(range: string): boolean {
  return allowable.includes(range);
}

/** Returns the IPv4 address in an IPv4-mapped, NAT64 (RFC 6052) or 6to4 (RFC 3056) address. */
function unwrapIPv4(address: string): string | undefined {
  const groups = expandIPv6(address);
  const starts = (...prefix: readonly number[]) =>
    prefix.every((group, at) => groups[at] === group);
  if (starts(0, 0, 0, 0, 0, 0xffff) || starts(0, 0, 0, 0, 0xffff, 0)) return dotted(groups, 6);
  if (starts(0x64, 0xff9b, 0, 0, 0, 0)) return dotted(groups, 6);
  return starts(0x2002) ? dotted(groups, 1) : undefined;
}

function expandIPv6(address: string): number[] {
  const plain = new URL(`http://[${address.replace(/%.*/s, "")}]/`).hostname.slice(1, -1);
  const [head = "", tail] = plain.split("::");
  const read = (part: string) =>
    part
      .split(":")
      .filter(Boolean)
      .map((group) => parseInt(group, 16));
  const [first, last] = [read(head), read(tail ?? "")];
  const gap = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<number>(gap).fill(0), ...last];
}

function dotted(groups: readonly number[], at: number): string {
  const [high = 0, low = 0] = groups.slice(at, at + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
