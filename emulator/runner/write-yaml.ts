import { stringify as write } from "yaml";

/** Load this file lazily, not the library itself: esbuild gives a lazily loaded CommonJS library no named exports. */
export function stringify(value: object): string {
  return write(value, { lineWidth: 0 });
}
