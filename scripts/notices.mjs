// Collects the licenses of bundled packages: a bundle contains the packages' code but none of their
// files.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Licenses that allow redistribution. Check any other license before you bundle its package. */
const known = new Set([
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "(BSD-3-Clause OR GPL-2.0)",
]);

/**
 * Copyright holders of packages without a license text, as stated in their package.json or sources.
 */
const withoutText = {
  "yoga-layout": "Meta Platforms, Inc. and affiliates.",
};

const head = `gatehouse is licensed under the terms in the file LICENSE of its package. The program also contains the packages below, each
under its own license: the license text follows the name and version of the package.

The file xdg-open in this directory is part of the package \`open\`; its license is at the beginning of the file. The list of
domains in the package \`tldts\` is the Public Suffix List, under the Mozilla Public License 2.0: https://publicsuffix.org/list/
`;

/**
 * Returns the notices of all bundled packages as one string. A license text that several packages
 * share appears only once.
 * @param metafiles esbuild's metadata of each bundle; paths are relative to `root`
 */
export function writeNotices(metafiles, root) {
  const texts = new Map();
  for (const folder of findPackages(metafiles)) {
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, folder, "package.json"), "utf8"),
    );
    if (!known.has(license))
      throw new Error(`license ${license} of ${name} is not allowed: see scripts/notices.mjs`);
    const text = readLicence({ name, license }, join(root, folder));
    // Collected in a set, because a package may be installed in two folders.
    texts.set(text, (texts.get(text) ?? new Set()).add(`${name} ${version} (${license})`));
  }
  const parts = [...texts].map(([text, names]) => `${[...names].join("\n")}\n\n${text.trim()}\n`);
  return [head, ...parts].join(`\n${"-".repeat(100)}\n\n`);
}

/**
 * Returns the folders of the packages whose files a bundle contains. Files outside these folders
 * belong to gatehouse.
 */
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
  if (holder === undefined) throw new Error(`no license text for ${name}: see scripts/notices.mjs`);
  return read(join(import.meta.dirname, "licences", `${license}.txt`)).replace("HOLDER", holder);
}

function read(path) {
  return readFileSync(path, "utf8").replaceAll("\r\n", "\n").trim();
}
