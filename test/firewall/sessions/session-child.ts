// A process that holds a session together until it is killed, or told to end it. Its argument: the parent folder.
import { makeSessionFolder } from "../../../src/firewall/sessions/session-folder.ts";

const [parent = ""] = process.argv.slice(2);
const folder = makeSessionFolder(new Date(), { parent });
folder.keepCertificate("a certificate\n");
process.stdout.write(`${folder.path}\n`);
process.stdin.once("data", () => {
  folder.end();
  process.stdin.destroy();
});
