// A process that keeps a session until it is killed or its standard input receives data. Its
// arguments: the parent directory, and the user for whom root creates the session.
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
