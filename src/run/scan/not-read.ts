/**
 * Compressed or encrypted formats that gatehouse does not unpack, with their names in the report.
 */
const formats: readonly (readonly [name: string, begins: string, at?: number])[] = [
  ["bzip2", "BZh"],
  ["xz", "\xfd7zXZ\0"],
  ["zstd", "\x28\xb5\x2f\xfd"],
  ["lz4", "\x04\x22\x4d\x18"],
  ["lzip", "LZIP"],
  ["lzop", "\x89LZO"],
  ["compress", "\x1f\x9d"],
  ["7z", "7z\xbc\xaf\x27\x1c"],
  ["rar", "Rar!\x1a\x07"],
  ["arj", "\x60\xea"],
  ["lha", "-lh", 2],
  ["cab", "MSCF"],
  ["squashfs", "hsqs"],
  ["squashfs", "sqsh"],
  ["rpm", "\xed\xab\xee\xdb"],
  ["cpio", "070701"],
  ["cpio", "070702"],
  ["cpio", "070707"],
  ["cpio", "\xc7\x71"],
  ["xar", "xar!"],
  ["wim", "MSWIM\0"],
  ["git pack", "PACK\0\0\0"],
  ["git bundle", "# v2 git bundle"],
  ["git bundle", "# v3 git bundle"],
  ["Office document", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
  ["Parquet", "PAR1"],
  ["Java key store", "\xfe\xed\xfe\xed"],
  ["Java key store", "\xce\xce\xce\xce"],
  ["age", "age-encryption.org/"],
  ["OpenSSL-encrypted", "Salted__"],
  ["Ansible vault", "$ANSIBLE_VAULT"],
  ["PGP-encrypted", "-----BEGIN PGP MESSAGE"],
  ["JPEG", "\xff\xd8\xff"],
  ["GIF", "GIF8"],
  ["WebP", "WEBP", 8],
  ["MP4", "ftyp", 4],
  ["Matroska", "\x1a\x45\xdf\xa3"],
  ["Ogg", "OggS"],
  ["WOFF font", "wOFF"],
  ["WOFF font", "wOF2"],
];

/** @returns the name of the format; undefined if the format is not recognized */
export function findUnreadFormat(head: Buffer): string | undefined {
  const text = head.toString("latin1", 0, 64);
  if (isLzma(head)) return "lzma";
  if (pkcs12.test(text)) return "PKCS#12";
  return formats.find(([, begins, at = 0]) => text.startsWith(begins, at))?.[0];
}

/**
 * Returns whether content starts with an LZMA header with default properties. The dictionary size
 * is in units of 64 KB, and the 8-byte length is unknown or less than 2^48.
 */
function isLzma(head: Buffer): boolean {
  if (head.length < 13 || head[0] !== 0x5d || head[1] !== 0 || head[2] !== 0) return false;
  return [0, 0xff].includes(head[11] ?? 1) && head[11] === head[12];
}

/** Matches an ASN.1 sequence, version 3, and a PKCS#7 object identifier. */
const pkcs12 = new RegExp(
  String.raw`^0(?:\x82[^]{2}|\x80)\x02\x01\x030(?:\x82[^]{2}|\x80)\x06\x09\x2a\x86H\x86\xf7\x0d\x01\x07`,
);
