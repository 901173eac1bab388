import {
  credentialChains,
  findCredentials,
  selectCredential,
} from "../../../credentials/precedence.ts";
import { nameCredential } from "../../../credentials/credential.ts";
import type { Purpose } from "../../../credentials/precedence.ts";
import type { StoredNames } from "../../../credentials/stray-records.ts";
import type { Credential } from "../../../credentials/credential.ts";

/** A purpose for which a run needs a credential, and the credential that the run uses. */
export interface PurposeChain {
  readonly purpose: Purpose;
  /** Credentials in the order in which a run tries them. */
  readonly chain: readonly Credential[];
  readonly uses: Credential;
}

export function listChains(stored: StoredNames): PurposeChain[] {
  const available = findCredentials(stored);
  return (Object.entries(credentialChains) as [Purpose, readonly Credential[]][]).map(
    ([purpose, chain]) => ({ purpose, chain, uses: selectCredential(purpose, available) }),
  );
}

/** Describes the chains. Purposes with the same chain share one line. */
export function describeChains(stored: StoredNames): string[] {
  const orderOf = ({ chain }: PurposeChain) => chain.map(nameCredential).join(", then ");
  const chains = listChains(stored);
  const orders = [...new Set(chains.map(orderOf))];
  return orders.map((order) => {
    const alike = chains.filter((each) => orderOf(each) === order);
    const purposes = alike.map(({ purpose }) => purpose).join(", ");
    const used = alike[0] && nameCredential(alike[0].uses);
    return `${purposes}: ${order}; currently the ${used ?? ""}.`;
  });
}
