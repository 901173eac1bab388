import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nodesIn } from "../../../scripts/machine/nodes.mjs";
import { root } from "../../build-for-run.ts";
import { openLab, type Lab } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const program = `for (const host of ["a", "other"]) await fetch("https://" + host + ".test/ok/hello").then(async (r) => console.log(r.status, await r.text()))`;

test.each(nodesIn(join(root, ".cache/nodes")))(
  "Node $version prints no warning inside, and gets responses and denials",
  async ({ path }) => {
    const { code, out, err } = await lab.run(["/tmp/node", "--input-type=module", "-e", program], {
      options: ["--ssl-bump", "--allow-domains", "a.test", "--mount", `${path}:/tmp/node:ro`],
    });
    expect([code, out]).toEqual([0, expect.stringMatching(/^200 [^]*\n403 Blocked by policy/)]);
    expect(err).not.toMatch(/warning/i);
  },
);
