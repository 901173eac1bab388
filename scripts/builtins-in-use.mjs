// An import statement reads all that a part of Node has, also what is made only when somebody asks: webcrypto behind
// node:crypto, and from Node 22 on all of undici behind node:http, 20 ms of a start. A file of dist/ reads what it uses.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { init, parse } from "es-module-lexer";

const getBuiltin = "globalThis.process.getBuiltinModule";
const bannerOfBundles =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';
const asksForRequire = /(?<![\w$.])require(?![\w$])/;

/** @param folder of minified modules, which esbuild wrote */
export async function readBuiltinsInUse(folder) {
  await init;
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".mjs")) continue;
    const file = join(folder, name);
    await writeFile(file, withBuiltinsInUse(await readFile(file, "utf8")));
  }
}

/** The same module, without an import statement of a part of Node. */
export function withBuiltinsInUse(text) {
  const own = text.replace(bannerOfBundles, "");
  const needsRequire = own !== text && asksForRequire.test(own);
  const [imports] = parse(own);
  const ofNode = imports.filter(({ d, n }) => d === -1 && n?.startsWith("node:"));
  const lines = ofNode.map(({ ss, se, n }) => declare(own.slice(ss, se), n));
  const rest = ofNode
    .toReversed()
    .reduce((left, { ss, se }) => left.slice(0, ss) + left.slice(se).replace(/^;/, ""), own);
  const require = `const require=${getBuiltin}("node:module").createRequire(import.meta.url);`;
  return [needsRequire ? require : "", ...lines, rest].join("");
}

/** @param statement as esbuild minifies it: `import a,{b as c}from"node:x"` */
function declare(statement, name) {
  const [, whole, named] =
    /^import(?:(\*as [\w$]+|[\w$ ]+?)?,?(?:\{([^}]*)\})?\s*from)?"/.exec(
      statement.replace(/^import\s+(?=[\w$])/, "import"),
    ) ?? fail(statement);
  const builtin = `${getBuiltin}("${name}")`;
  const all = whole === undefined ? [] : [`const ${whole.replace("*as ", "").trim()}=${builtin};`];
  const names = (named ?? "").split(",").filter(Boolean).map(toProperty);
  const some = names.length === 0 ? [] : [`const{${names.join(",")}}=${builtin};`];
  return [...all, ...some].join("");
}

function toProperty(name) {
  const [exported, local = exported] = name.trim().split(/\s+as\s+/);
  // The whole part is its own default export, which it has no property for.
  if (exported === "default") fail(name);
  return exported === local ? exported : `${exported}:${local}`;
}

function fail(statement) {
  throw new Error(`builtins-in-use.mjs cannot read ${statement}`);
}
