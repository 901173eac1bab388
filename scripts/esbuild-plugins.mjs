// Settings for bundling Ink, used by the product (build.mjs) and by the programs that the terminal
// tests start.
import { embedScripts } from "./embed-scripts.mjs";

/** Ink imports its devtools only when DEV=true; the package is optional and not installed. */
const withoutDevtools = {
  name: "without-devtools",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: "none", namespace: "devtools" }));
    onLoad({ filter: /.*/, namespace: "devtools" }, () => ({ contents: "export default {}" }));
  },
};

/** Settings that all bundles share. */
export const bundleOptions = {
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  legalComments: "none",
  external: ["keytar"],
  define: { "process.env.NODE_ENV": '"production"' },
  banner: {
    js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
  },
  plugins: [withoutDevtools, embedScripts],
  logLevel: "warning",
};
