import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PoolUnavailable } from "../../src/firewall/budget/pool.ts";
import { readSettings } from "../../src/firewall/config/read-settings.ts";
import { openBudget } from "../../src/firewall/open-budget.ts";
import type { Budget } from "../../src/firewall/rules/budget-rule.ts";
import { compilePolicy } from "../../src/firewall/rules/compile-policy.ts";
import { UserError } from "../../src/shared/errors.ts";
import { makeFolder } from "../temporary-folder.ts";

type Options = Parameters<typeof openBudget>[1];

/** Opens a budget, and returns the message and the hints of the error. */
async function open(
  budget: Partial<Budget>,
  { url, ...more }: Partial<Options> & { url?: string },
) {
  const source = { kind: "pat" } as const;
  const credentials = url === undefined ? [] : [{ id: "r.yml:3:5", text: url, source }];
  const { policy } = await compilePolicy({ sslBump: true, credentials });
  if (!policy) throw new Error("no policy");
  const { settings } = readSettings([]);
  const given = { settings: { ...settings, enableApiProxy: true }, policy, env: {}, writable: [] };
  try {
    await openBudget({ limits: { requests: 5 }, rules: [], ...budget }, { ...given, ...more });
    return "";
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [error.message, ...error.hints.map(({ text, command }) => command ?? text)].join("\n");
  }
}

test.each([["state"], ["."]])(
  "a shared budget below a link to a writable directory is rejected, if %s exists",
  async (existing) => {
    const [project, home] = [makeFolder("project"), makeFolder("home")];
    mkdirSync(join(project, existing), { recursive: true });
    symlinkSync(project, join(home, "link"));
    const env = { XDG_STATE_HOME: join(home, "link", "state") };
    expect(await open({ shared: "team" }, { env, writable: [project] })).toContain(
      "which the command can write to",
    );
  },
);

test("a budget in a repository that is not available is not reset on this machine", async () => {
  const exchange = () => Promise.reject(new PoolUnavailable("its file is not valid"));
  const minter = { exchange } as unknown as NonNullable<Options["minter"]>;
  const text = await open({ shared: "team", repository: "acme/control" }, { minter });
  expect(text).not.toContain("--reset");
  expect(text).toContain("delete .gatehouse/budgets/team.json in acme/control");
});

test.each([
  ["https://api.openai.com/**", true],
  ["https://api.anthropic.com/v1/messages", true],
  ["https://api.individual.githubcopilot.com/**", true],
  ["https://api.github.com/**", false],
])(
  "a limit of tokens together with a credential for %s: is rejected %s",
  async (url, isRejected) => {
    const text = await open({ limits: { tokens: 5 } }, { url });
    expect(text.includes("r.yml:3:5") && text.includes("--enable-api-proxy")).toBe(isRejected);
    expect(await open({ limits: { requests: 5 } }, { url })).toBe("");
  },
);
