import type { Brand } from "../../forge/brand.ts";

/** Settings that apply to all definitions in a repository. */
export interface CompilerSettings {
  readonly brand: Brand["name"];
  readonly gatehouse: GatehousePin;
  readonly engine: EngineRelease;
  /** Node version to install, such as `22.x`; `none` if the machines of the pool have Node. */
  readonly node: string;
}

/** The gatehouse package that a pipeline installs, and the hash that verifies it. */
export interface GatehousePin {
  /** `npm:NAME@VERSION`, a URL, or `file:PATH` on the machines of the pool. */
  readonly source: string;
  /** `sha512-…` for the bytes of the package, or `tree-sha512-…` for the files in it. */
  readonly integrity: string;
}

/** Download source of the engine, and the release for definitions that do not specify a version. */
export interface EngineRelease {
  /** Base URL of the releases. */
  readonly releases: string;
  readonly version: string;
  /** Name of the archive, with the placeholder `{machine}`. */
  readonly archive: string;
  /** Name of the program in the archive. */
  readonly program: string;
  /** Hashes of the archives, by machine type. */
  readonly sha256: Readonly<Record<"x64" | "arm64", string>>;
}
