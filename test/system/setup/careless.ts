// Run by setup-secrecy.test.ts under strace: deliberately leaks a key, to show that the test
// detects it. Arguments: the file of the key, and a file to copy it to.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [, , source = "", copy = ""] = process.argv;
const key = readFileSync(source, "utf8");
spawnSync("true", [key]);
spawnSync("true", [Buffer.from(`x${key}`).toString("base64")]);
spawnSync("true", { env: { KEY: key } });
writeFileSync(copy, key);
