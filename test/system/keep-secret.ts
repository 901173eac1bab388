// Run by keychain-secrecy.test.ts under strace: stores the secret of a file and reads it back. With
// "careless" it deliberately leaks the secret, to show that the test detects it.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { openKeychain } from "../../src/credentials/keychain/keychain.ts";
import { Secret } from "../../src/shared/secret.ts";

const [, , file = "", manner] = process.argv;
const secret = new Secret(readFileSync(file, "utf8"));
const keychain = openKeychain({ limitSeconds: 60 });
await keychain.store("account", secret);
if (!(await keychain.find("account"))?.equals(secret)) process.exitCode = 1;
if (manner === "careless") {
  spawnSync("true", [secret.reveal()]);
  spawnSync("true", { env: { KEY: secret.reveal() } });
  writeFileSync(`${file}.copy`, secret.reveal());
}
