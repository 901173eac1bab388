// What it takes to bundle Ink: for the product (build.mjs) and for the programs that the terminal tests start.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { embedScripts } from "./embed-scripts.mjs";

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

/** What takes one column each wherever ambiguous widths are narrow: ASCII, Latin-1, and the signs of our screens. */
export const narrow = /^[ -~¡-¬®-ÿ–—‘-”†-…›→↑↓│┃━─╭-╰■□●○✔✖❯▸\u2800-\u28FF]*$/;

/** string-width makes its segmenter and a table of emoji at once, which takes 50 ms; most programs measure no text that needs them. */
const widthsOnDemand = {
  name: "widths-on-demand",
  setup({ onLoad }) {
    const eager = {
      "const segmenter = new Intl.Segmenter();":
        "let made; const segmenter = { segment: (text) => (made ??= new Intl.Segmenter()).segment(text) };",
      "const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;":
        "let emoji; const rgiEmojiRegex = { test: (text) => (emoji ??= /^\\p{RGI_Emoji}$/v).test(text) };",
      // The signs of our screens are narrow, too; each other text asks for tables that take 30 ms to make.
      "if (/^[\\u0020-\\u007E]*$/.test(string)) {": `if (${narrow}.test(string) && ambiguousIsNarrow) {`,
    };
    onLoad({ filter: /string-width\/index\.js$/ }, async ({ path }) => {
      // Ours, and not the older one that a package of Ink's brings along.
      if (path.endsWith("node_modules/wrap-ansi/node_modules/string-width/index.js"))
        return undefined;
      let contents = await readFile(path, "utf8");
      for (const [line, lazy] of Object.entries(eager)) {
        if (!contents.includes(line)) {
          throw new Error(`string-width has changed: esbuild-plugins.mjs no longer finds ${line}`);
        }
        contents = contents.replace(line, () => lazy);
      }
      return { contents };
    });
  },
};

/** Parts of Node that take milliseconds to load, and that a start may mostly do without: loaded when one of their functions is called. */
const builtinsOnDemand = (filter, isFor = () => true) => ({
  name: "builtins-on-demand",
  setup({ onResolve, onLoad }) {
    onResolve({ filter }, ({ path, kind, importer }) =>
      kind === "import-statement" && isFor(importer)
        ? { path, namespace: "on-demand" }
        : { path, external: true },
    );
    onLoad({ filter: /./, namespace: "on-demand" }, ({ path }) => {
      const whole = createRequire(import.meta.url)(path);
      // A class has to be there to be extended or compared with, a value to be read: whoever needs one is told so by the build.
      const names = Object.keys(whole).filter(
        (name) => typeof whole[name] === "function" && /^[a-z]/.test(name),
      );
      const lines = names.map(
        (name) => `export const ${name} = (...given) => require("${path}").${name}(...given);`,
      );
      return { contents: lines.join("\n") };
    });
  },
});

/** commander would start a program that is a subcommand; none of ours is one. */
const commandsWithoutChildren = {
  name: "commands-without-children",
  setup({ onLoad }) {
    onLoad({ filter: /commander\/lib\/command\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const needed = "const childProcess = require('node:child_process');";
      if (!source.includes(needed))
        throw new Error("commander has changed: esbuild-plugins.mjs no longer finds its children");
      return { contents: source.replace(needed, "const childProcess = {};") };
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
  plugins: [withoutDevtools, yogaWithoutFetch, widthsOnDemand, embedScripts],
  logLevel: "warning",
};

/** Packages that a run of the firewall may need and mostly does not: a file each, beside the one that starts. */
const packages = {
  "undici/lib/dispatcher/pool.js": "package-undici",
  tldts: "package-tldts",
};

/** Sources of ours that what starts may need and mostly does not; they are built with the program, whose pieces they share. */
export const partsApart = {
  "src/program.ts": "program",
  "src/status-alone.ts": "status-alone",
  "src/commands/admit-mint.ts": "admit-mint",
  "src/commands/explain-settings.ts": "explain-settings",
  "src/forge/send-proxied.ts": "send-proxied",
};

const packagesApart = {
  name: "packages-apart",
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path }) =>
      path in packages ? { path: `./${packages[path]}.js`, external: true } : undefined,
    );
    onResolve({ filter: /\.ts$/ }, ({ path }) => {
      const [, part] = Object.entries(partsApart).find(([source]) => isSource(path, source)) ?? [];
      return part === undefined ? undefined : { path: `./${part}.mjs`, external: true };
    });
  },
};

/** What is started thousands of times a day, each in a file that has nothing of the others: Node reads all of a file. */
export const starts = {
  "src/run-alone.ts": "firewall-run",
  "src/admit-alone.ts": "admit",
  "src/compile-alone.ts": "compile",
  "src/help-alone.ts": "help",
  "src/first-screen.ts": "first-screen",
};

/** An `import()` of such a file is a plain require, as the loader of modules would have to be started first. */
const startsApart = {
  name: "starts-apart",
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: /(?:(?:run|admit|compile|help)-alone|first-screen)\.ts$/ },
      ({ path, kind }) => {
        const [, start] = Object.entries(starts).find(([source]) => isSource(path, source)) ?? [];
        const isOther = start !== undefined && kind === "dynamic-import";
        return isOther ? { path: `./${start}.js`, namespace: "start" } : undefined;
      },
    );
    onLoad({ filter: /./, namespace: "start" }, ({ path }) => ({
      contents: `module.exports = require("${path}")`,
    }));
    onResolve({ filter: /./, namespace: "start" }, ({ path }) => ({ path, external: true }));
  },
};

/** Whether an import, as it is written, means that file: its name is its own in all of `src`. */
function isSource(path, source) {
  return path.startsWith(".") && path.split("/").at(-1) === source.split("/").at(-1);
}

/** A package may extend what such a part has. */
const isOurs = (importer) => !importer.includes("node_modules");

/** How the program is made. Most of its commands start no other one, and draw no lines. */
export const programPlugins = [
  builtinsOnDemand(/^node:(?:child_process|readline)$/, isOurs),
  commandsWithoutChildren,
];

/** How the files are made that start. */
export const startOptions = {
  format: "cjs",
  splitting: false,
  banner: { js: 'const __fileUrl=require("node:url").pathToFileURL(__filename).href;' },
  define: { ...bundleOptions.define, "import.meta.url": "__fileUrl" },
  plugins: [
    builtinsOnDemand(/^node:(?:crypto|fs\/promises|child_process)$/),
    startsApart,
    packagesApart,
    ...bundleOptions.plugins,
  ],
};

/** How the packages are made that stand beside it. */
export const packageOptions = {
  format: "cjs",
  splitting: false,
  banner: {},
  entryPoints: Object.fromEntries(Object.entries(packages).map(([name, file]) => [file, name])),
};
