import { open } from "node:fs/promises";
import { InvalidInput } from "./errors.ts";

/** Default limit in bytes, larger than any file that gatehouse is expected to read. */
export const defaultLimitBytes = 16 * 1024 * 1024;
const pieceBytes = 64 * 1024;

/**
 * Reads a file as UTF-8 up to a limit. A larger file is rejected before it uses memory. Also reads
 * a pipe, such as the shell's <(command).
 * @throws InvalidInput if the file is larger; the file system's own error if it cannot be read
 */
export async function readBoundedFile(
  path: string,
  { limitBytes = defaultLimitBytes }: { readonly limitBytes?: number } = {},
): Promise<string> {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    await readBoundedBytes(path, { limitBytes }),
  );
}

/** Reads the bytes of a file up to a limit, like `readBoundedFile`. */
export async function readBoundedBytes(
  path: string,
  { limitBytes = defaultLimitBytes }: { readonly limitBytes?: number } = {},
): Promise<Uint8Array> {
  const file = await open(path);
  try {
    if ((await file.stat()).size > limitBytes) throw tooLarge(path, limitBytes);
    const pieces: Buffer[] = [];
    for (let count = 0; count <= limitBytes;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceBytes));
      if (bytesRead === 0) return Buffer.concat(pieces);
      pieces.push(buffer.subarray(0, bytesRead));
      count += bytesRead;
    }
    throw tooLarge(path, limitBytes);
  } finally {
    await file.close();
  }
}

export function tooLarge(path: string, limitBytes: number): InvalidInput {
  return new InvalidInput(`${path} is larger than ${Math.floor(limitBytes / 1024 / 1024)} MiB.`, [
    { text: "If this is not the intended file, move it" },
  ]);
}
