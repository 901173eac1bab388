import type { Secret } from "../../../shared/secret.ts";
import type { WrittenCredential } from "../../rules/credential-rule.ts";
import type { Request } from "../../rules/policy.ts";
import { chainHiders, createKeyHider, type KeyHider } from "../provider/hide-key.ts";
import type { ProxyDeps } from "../proxy-deps.ts";
import { refuse, type Denial } from "../refusal/denial.ts";
import { dropCredentials, namesAccount, prepareForCredential } from "./credential-headers.ts";

/** A request as it is sent to the origin. */
export interface Credentialed {
  /** Flat list, without Host. */
  readonly headers: string[];
  /** The added credential, and a filter that removes it from the response. */
  readonly added?: { readonly rule: WrittenCredential; readonly hide: KeyHider };
}

/** Returns why a request to a host with credentials is denied; undefined if it is not. */
export function denyCredentialed({ method, target }: Request): Denial | undefined {
  if (method === "TRACE") return refuse("not-understood", "TRACE would return the credential");
  if (namesAccount(target))
    return refuse("ambiguous", "the query could name another account than the credential");
  return undefined;
}

/**
 * Removes the command's own credentials from a request to a host with credentials, and adds the
 * credential of the rule that covers the request, if there is one.
 * @param flat headers of the request: name, value, name, value
 */
export async function addCredential(
  asked: Request,
  flat: readonly string[],
  { policy, credentials }: Pick<ProxyDeps, "policy" | "credentials">,
): Promise<Credentialed> {
  const rule = policy.findCredential(asked);
  const own = dropCredentials(flat, policy.credentialsOf(asked.host));
  if (!rule || !credentials) return { headers: own };
  const token = await credentials.tokenFor(rule);
  const [name, value] = writeHeader(rule, asked, token);
  const added = { rule, hide: createHider(token, value) };
  return { headers: [...prepareForCredential(own), name, value], added };
}

const bytesOfTokens = new WeakMap<Secret, Buffer>();

/** @param value of the header, which can contain the token in another encoding */
function createHider(token: Secret, value: string): KeyHider {
  const bytes = bytesOfTokens.get(token) ?? Buffer.from(token.reveal(), "latin1");
  bytesOfTokens.set(token, bytes);
  const hide = createKeyHider(bytes);
  const encoded = value.startsWith("Basic ") && Buffer.from(value.slice(6), "latin1");
  return encoded ? chainHiders([hide, createKeyHider(encoded)]) : hide;
}

/** Paths of Git's protocol over HTTPS and of Git LFS, which require Basic authentication. */
const gitPath = /\/(?:info\/refs|git-(?:upload|receive)-pack|info\/lfs\/[^?]*)(?:\?|$)/;

/** User name that GitHub requires together with an installation token. */
const gitUser = "x-access-token";

function writeHeader(
  { header }: WrittenCredential,
  { target }: Request,
  token: Secret,
): readonly [name: string, value: string] {
  const value = token.reveal();
  if (header !== undefined) return [header, value];
  if (!gitPath.test(target)) return ["authorization", `Bearer ${value}`];
  const pair = Buffer.from(`${gitUser}:${value}`, "latin1").toString("base64");
  return ["authorization", `Basic ${pair}`];
}
