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

/** Packages that a run of the firewall may need and mostly does not: a file each, beside the one that starts. */
const packages = {
  "undici/lib/dispatcher/pool.js": "package-undici",
  yaml: "package-yaml",
  tldts: "package-tldts",
};

const packagesApart = {
  name: "packages-apart",
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path }) =>
      path in packages ? { path: `./${packages[path]}.js`, external: true } : undefined,
    );
    onResolve({ filter: /\/program\.ts$/ }, () => ({ path: "./program.mjs", external: true }));
  },
};

/** How the file is made that starts, with a run of the firewall in it. */
export const startOptions = {
  format: "cjs",
  splitting: false,
  banner: { js: 'const __fileUrl=require("node:url").pathToFileURL(__filename).href;' },
  define: { ...bundleOptions.define, "import.meta.url": "__fileUrl" },
  plugins: [packagesApart, ...bundleOptions.plugins],
};

/** How the packages are made that stand beside it. */
export const packageOptions = {
  format: "cjs",
  splitting: false,
  banner: {},
  entryPoints: Object.fromEntries(Object.entries(packages).map(([name, file]) => [file, name])),
};
