// The licences of what is bundled: a bundle carries the packages' code, and none of their files.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What may be carried in a program that others get. A package under another licence is looked at before it is bundled. */
const known = new Set([
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "(BSD-3-Clause OR GPL-2.0)",
]);

/** Packages that name their licence and bring no text of it: whose they are, as their package.json or their sources say. */
const withoutText = {
  "yoga-layout": "Meta Platforms, Inc. and affiliates.",
};

const head = `gatehouse is under the licence in the file LICENSE of its package. Its program is made of the packages below, too, each
under its own licence: the name and version of each stand above the text that holds for it.

The file xdg-open beside this one comes with the package \`open\`; its licence stands at its beginning. Of the package
\`tldts\`, the list of domains is the Public Suffix List, under the Mozilla Public License 2.0: https://publicsuffix.org/list/
`;

/**
 * The notices of everything that was bundled, as one text; a text that several packages share stands there once.
 * @param metafiles what esbuild says that each bundle is made of; paths are from `root`
 */
export function writeNotices(metafiles, root) {
  const texts = new Map();
  for (const folder of findPackages(metafiles)) {
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, folder, "package.json"), "utf8"),
    );
    if (!known.has(license))
      throw new Error(`${name} is under ${license}: see scripts/notices.mjs`);
    const text = readLicence({ name, license }, join(root, folder));
    // A package may lie there twice.
    texts.set(text, (texts.get(text) ?? new Set()).add(`${name} ${version} (${license})`));
  }
  const parts = [...texts].map(([text, names]) => `${[...names].join("\n")}\n\n${text.trim()}\n`);
  return [head, ...parts].join(`\n${"-".repeat(100)}\n\n`);
}

/** Folders of packages, of which a bundle has a file; what is in nobody's folder is our own. */
function findPackages(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap(inputsOf));
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(folders.filter(Boolean))].toSorted((a, b) => a.localeCompare(b, "en"));
}

function inputsOf({ inputs }) {
  return Object.keys(inputs);
}

function readLicence({ name, license }, folder) {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file));
  if (files.length > 0)
    return files
      .toSorted()
      .map((file) => read(join(folder, file)))
      .join("\n\n");
  const holder = withoutText[name];
  if (holder === undefined) throw new Error(`${name} brings no licence: see scripts/notices.mjs`);
  return read(join(import.meta.dirname, "licences", `${license}.txt`)).replace("HOLDER", holder);
}

function read(path) {
  return readFileSync(path, "utf8").replaceAll("\r\n", "\n").trim();
}
