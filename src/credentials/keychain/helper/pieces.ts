import { Secret } from "../../../shared/secret.ts";

/** The Windows Credential Manager takes 2560 bytes; a 4096-bit RSA key has 3272. */
const pieceBytes = 2400;
const mostPieces = 8;

/** The accounts that one value may take up, in order; a short value has the first one only. */
export function pieceAccounts(account: string): [string, ...string[]] {
  const rest = Array.from({ length: mostPieces - 1 }, (_, index) => `${account}#${index + 1}`);
  return [account, ...rest];
}

/** Cuts a secret into pieces that every keychain takes. No character is cut in two. */
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
      `A secret of more than ${mostPieces * pieceBytes} bytes is no credential.`,
    );
  }
  return pieces.map((piece) => new Secret(piece));
}

/** Puts together what stands under the accounts of a value, up to the first that is empty. */
export function joinPieces(found: readonly (Secret | undefined)[]): Secret | undefined {
  const end = found.indexOf(undefined);
  const pieces = found.slice(0, end === -1 ? undefined : end) as Secret[];
  if (pieces.length === 0) return undefined;
  return new Secret(pieces.map((piece) => piece.reveal()).join(""));
}
