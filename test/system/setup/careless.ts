// Run by setup-secrecy.test.ts under strace: does with a key what must never be done, so that the test is seen to
// notice. Arguments: the file of the key, and a file to copy it to.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [, , source = "", copy = ""] = process.argv;
const key = readFileSync(source, "utf8");
spawnSync("true", [key]);
spawnSync("true", [Buffer.from(`x${key}`).toString("base64")]);
spawnSync("true", { env: { KEY: key } });
writeFileSync(copy, key);
