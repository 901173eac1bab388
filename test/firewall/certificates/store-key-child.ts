// Holds a key in a separate process until that is killed. Its argument is the path of the link.
import { makeSessionCa } from "../../../src/firewall/certificates/session-ca.ts";
import { placeKey } from "../../../src/firewall/certificates/key-location.ts";

const [link = ""] = process.argv.slice(2);
const { kind } = placeKey(makeSessionCa(new Date()).key, link);
process.stdout.write(`${kind}\n`);
process.stdin.resume();
