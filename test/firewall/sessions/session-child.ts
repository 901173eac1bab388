// A process that holds a session together until it is killed, or told to end it. Its arguments: the parent folder, and
// for whom root makes it.
import { makeSessionFolder } from "../../../src/firewall/sessions/session-folder.ts";

const [parent = "", user] = process.argv.slice(2);
const owner = user === undefined ? undefined : { uid: Number(user), gid: Number(user) };
const folder = makeSessionFolder(new Date(), { parent, owner });
folder.guard();
folder.keepCertificate("a certificate\n");
process.stdout.write(`${folder.path}\n`);
process.stdin.once("data", () => {
  folder.end();
  process.stdin.destroy();
});
