// What it takes to bundle Ink: for the product (build.mjs) and for the programs that the terminal tests start.
import { readFile } from "node:fs/promises";

/** Ink imports its devtools only when DEV=true; the package is optional and not installed. */
const withoutDevtools = {
  name: "without-devtools",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: "none", namespace: "devtools" }));
    onLoad({ filter: /.*/, namespace: "devtools" }, () => ({ contents: "export default {}" }));
  },
};

/**
 * Yoga loads its WebAssembly through fetch(data:…), which starts all of undici (25 ms).
 * Decoding the bytes that it carries anyway skips that.
 */
const yogaWithoutFetch = {
  name: "yoga-without-fetch",
  setup({ onLoad }) {
    onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const contents = source
        .replace('w||"function"!=typeof fetch?', "true?")
        .replace(
          /var b=xa\(a\.slice\(37\)\),.*?var d=c\}/,
          'var d=Buffer.from(a.slice(37),"base64")}',
        );
      if (!contents.includes("true?") || !contents.includes('"base64")}')) {
        throw new Error("yoga-layout has changed: esbuild-plugins.mjs no longer finds its loader");
      }
      return { contents };
    });
  },
};

/** How every bundle of ours is made. */
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
  plugins: [withoutDevtools, yogaWithoutFetch],
  logLevel: "warning",
};
