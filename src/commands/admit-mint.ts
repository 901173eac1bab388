import type { Minting, MintWish } from "../admission/admit-deps.ts";
import { mintToken } from "../admission/mint-token.ts";
import { createBoundFetch } from "../forge/bound-fetch.ts";
import { createProxiedFetch } from "../forge/proxied-fetch.ts";

/** Mints for `gatehouse admit`. It is a file of its own in dist/: most runs are handed their tokens. */
export function admitMint(wish: MintWish, env: NodeJS.ProcessEnv): Promise<Minting> {
  const { counting: sending } = wish;
  return mintToken(wish, createBoundFetch(createProxiedFetch(env, { sending }), wish));
}
