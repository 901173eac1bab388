import type { Brand } from "../../forge/brand.ts";

/** What a definition does not say: the same for all of a repository. */
export interface CompilerSettings {
  readonly brand: Brand["name"];
  readonly gatehouse: GatehousePin;
  readonly engine: EngineRelease;
  /** What the pipeline asks the service for, `22.x`; `none` where the pool's machines have Node. */
  readonly node: string;
}

/** Which gatehouse a pipeline brings, and how it knows that it is that one. */
export interface GatehousePin {
  /** `npm:NAME@VERSION`, an address, or `file:PATH` on the pool's machines. */
  readonly source: string;
  /** `sha512-…` of the package's bytes, or `tree-sha512-…` of its files. */
  readonly integrity: string;
}

/** Where engines come from, and the one that is meant where a definition names none. */
export interface EngineRelease {
  /** Address below which a release's files are. */
  readonly releases: string;
  readonly version: string;
  /** Name of its archive, with `{machine}` in it; and of the program in that. */
  readonly archive: string;
  readonly program: string;
  /** Of its archive, by kind of machine. */
  readonly sha256: Readonly<Record<"x64" | "arm64", string>>;
}
