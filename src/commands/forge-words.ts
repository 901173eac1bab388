import { publicHost } from "../forge/host-profile.ts";

export interface ForgeOptions {
  readonly host: string;
  readonly brand?: string | undefined;
}

/** Returns the options of a command that select the forge and its names, for a printed command. */
export function forgeWords({ host, brand }: ForgeOptions): readonly string[] {
  const named = host === publicHost ? [] : ["--host", host];
  return brand === undefined ? named : [...named, "--brand", brand];
}
