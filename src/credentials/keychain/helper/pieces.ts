import { Secret } from "../../../shared/secret.ts";

/**
 * Maximum size of a piece in bytes. The Windows Credential Manager accepts 2560 bytes; a 4096-bit
 * RSA key needs 3272.
 */
const pieceBytes = 2400;
const mostPieces = 8;

/**
 * Returns the keychain accounts that one value can occupy, in order. A short value uses only the
 * first.
 */
export function pieceAccounts(account: string): [string, ...string[]] {
  const rest = Array.from({ length: mostPieces - 1 }, (_, index) => `${account}#${index + 1}`);
  return [account, ...rest];
}

/** Splits a secret into pieces that every keychain accepts, without splitting a character. */
export function splitSecret(secret: Secret): Secret[] {
  const pieces = [""];
  let bytes = 0;
  for (const character of secret.reveal()) {
    const size = Buffer.byteLength(character);
    if (bytes + size > pieceBytes) {
      pieces.push("");
      bytes = 0;
    }
    pieces[pieces.length - 1] += character;
    bytes += size;
  }
  if (pieces.length > mostPieces) {
    throw new RangeError(
      `The secret is larger than ${mostPieces * pieceBytes} bytes, so it is not a credential.`,
    );
  }
  return pieces.map((piece) => new Secret(piece));
}

/** Joins the pieces of a value, up to the first missing piece. */
export function joinPieces(found: readonly (Secret | undefined)[]): Secret | undefined {
  const end = found.indexOf(undefined);
  const pieces = found.slice(0, end === -1 ? undefined : end) as Secret[];
  if (pieces.length === 0) return undefined;
  return new Secret(pieces.map((piece) => piece.reveal()).join(""));
}
