import {
  credentialChains,
  findCredentials,
  selectCredential,
} from "../../../credentials/precedence.ts";
import { nameCredential } from "../../../credentials/credential.ts";
import type { Purpose } from "../../../credentials/precedence.ts";
import type { StoredNames } from "../../../credentials/stray-records.ts";
import type { Credential } from "../../../credentials/credential.ts";

/** What a run does with a credential, and which one it takes. */
export interface PurposeChain {
  readonly purpose: Purpose;
  /** In the order in which a run tries them. */
  readonly chain: readonly Credential[];
  readonly uses: Credential;
}

export function listChains(stored: StoredNames): PurposeChain[] {
  const available = findCredentials(stored);
  return (Object.entries(credentialChains) as [Purpose, readonly Credential[]][]).map(
    ([purpose, chain]) => ({ purpose, chain, uses: selectCredential(purpose, available) }),
  );
}

/** One line for purposes that are served alike. */
export function describeChains(stored: StoredNames): string[] {
  const orderOf = ({ chain }: PurposeChain) => chain.map(nameCredential).join(", then ");
  const chains = listChains(stored);
  const orders = [...new Set(chains.map(orderOf))];
  return orders.map((order) => {
    const alike = chains.filter((each) => orderOf(each) === order);
    const purposes = alike.map(({ purpose }) => purpose).join(", ");
    const used = alike[0] && nameCredential(alike[0].uses);
    return `${purposes}: ${order}; now the ${used ?? ""}.`;
  });
}
