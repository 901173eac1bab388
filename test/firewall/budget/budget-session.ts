import { request } from "node:http";
import { createBudgetMeter } from "../../../src/firewall/budget/budget-meter.ts";
import { createFileStore } from "../../../src/firewall/budget/file-store.ts";
import { createPool, type PoolStore } from "../../../src/firewall/budget/pool.ts";
import { isDenied } from "../../../src/firewall/proxy/budget-gate.ts";

/**
 * A session in a process of its own: sends requests until the shared budget is spent, or until the
 * session is killed. Arguments: the file, the origin's port, the limits, and when it is killed.
 */
const [path = "", port = "", limits = "", kill = ""] = process.argv.slice(2);
const die = () => process.kill(process.pid, "SIGKILL");

const file = createFileStore(path);
let updates = 0;
const store: PoolStore = {
  update: async (change) => {
    updates += 1;
    await file.update((text) => {
      const next = change(text);
      // Leaves the lock behind.
      if (kill === `lock ${updates}`) die();
      return next;
    });
    if (kill === `share ${updates}`) die();
  },
};

const meter = createBudgetMeter(
  { limits: JSON.parse(limits) as object, rules: [], shared: "test" },
  {
    now: () => performance.now(),
    after: () => () => {},
    shared: { name: "test", pool: createPool(store, 16), retryMs: 5 },
  },
);
meter.start();

const body = Buffer.alloc(100, "x");

async function call(): Promise<boolean> {
  const admitted = await meter.admit([], { method: "POST", base: "/v1", target: "/v1/messages" });
  if (isDenied(admitted)) return false;
  if (await admitted.upload(body.length)) return false;
  const path = `/?pid=${process.pid}&kill=${encodeURIComponent(kill)}`;
  await new Promise<void>((resolve, reject) => {
    const sent = request({ port, method: "POST", path, agent: false }, (response) => {
      response.on("data", (chunk: Buffer) => admitted.usage?.received(chunk));
      response.on("end", () => {
        admitted.usage?.end({ status: response.statusCode, bytesSent: body.length });
        resolve();
      });
    });
    sent.on("error", reject).end(body);
  });
  return true;
}

let calls = 0;
while (calls < 12 && (await call())) calls += 1;
await meter.close();
process.stdout.write(`${calls}\n`);
