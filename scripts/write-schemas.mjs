// Writes the packaged schemas to schemas/: the schemas that the built program prints, and the
// schema of the settings.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "schemas");
const printed = [
  ["schema", "--brand", "forge"],
  ["schema", "--brand", "github"],
  ["schema", "--settings"],
  ["firewall", "schema"],
  ["precompute", "schema"],
  ["fleet", "schema"],
];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const schemas = printed.map((args) => JSON.parse(run(args)));
const settings = readFileSync(join(root, "src/plane/scope/control-plane.schema.json"), "utf8");
const $id = new URL("control-plane.schema.json", schemas[0].$id).href;
for (const schema of [...schemas, { $id, ...JSON.parse(settings) }]) {
  const name = new URL(schema.$id).pathname.split("/").at(-1);
  writeFileSync(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
}

function run(args) {
  return execFileSync(process.execPath, [join(root, "dist/cli.js"), ...args], { encoding: "utf8" });
}
