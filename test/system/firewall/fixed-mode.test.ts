import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLab, type Lab } from "./lab.ts";
import { readUntil } from "./read-until.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const plain = "allow-domains: [a.test]\n";
const bumped = `ssl-bump: true\n${plain}`;
const curl = "curl -sk https://a.test/ok/hello >/dev/null";
const command = [
  "sh",
  "-c",
  // What a command can reach: gatehouse's own variables, the rules file, and the proxy's port.
  `${curl}; echo ready; read line; (echo 'ssl-bump: true' >> "$RULES") 2>/dev/null; unset SSL_CERT_FILE; ${curl}; curl -s -X POST http://127.0.0.1:3128/ssl-bump >/dev/null; ${curl}`,
];

test.each([
  ["filters by name", plain, bumped, "connection"],
  ["intercepts", bumped, plain, "request"],
])(
  "a run that %s keeps its mode, although its rules file and environment change",
  async (_mode, before, after, kind) => {
    const rules = join(lab.makeFolders().logs, "rules.yml");
    writeFileSync(rules, before);
    const started = lab.start(command, {
      keepsStdin: true,
      options: ["--config", rules, "--env", `RULES=${rules}`],
    });
    const { child, ended } = started;
    await readUntil(started, /\n/);
    writeFileSync(rules, after);
    child.stdin?.end("go\n");
    const { code, log } = await ended;
    expect(code).toBe(0);
    const toOrigin = log.filter(({ allowed }) => allowed);
    expect(toOrigin.map((entry) => entry.kind)).toEqual([kind, kind, kind]);
  },
);
