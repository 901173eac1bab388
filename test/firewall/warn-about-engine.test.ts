import { expect, test } from "vitest";
import {
  warnAboutEngine,
  warnAboutProvider,
  warnAboutReplaced,
} from "../../src/firewall/warn-about-engine.ts";

const home = "/home/mona";
const bare = { home, environment: {}, mounts: [] };

test("an agent without a credential gets one sentence with the variable and the mount", () => {
  expect(warnAboutEngine("gemini", bare)).toEqual([
    'Gemini CLI has no credential: set GEMINI_API_KEY, or add --mount "$HOME/.gemini:$HOME/.gemini", which gives the command your login.',
  ]);
  expect(warnAboutEngine("copilot", bare)).toEqual([
    "Copilot CLI has no credential: set COPILOT_PROVIDER_BASE_URL and COPILOT_PROVIDER_API_KEY, or add --env COPILOT_GITHUB_TOKEN, which gives the command the token.",
  ]);
});

test("an agent with a key, a token or a mounted login does not need a warning", () => {
  const warn = (more: object) => warnAboutEngine("claude", { ...bare, ...more });
  expect(warn({ environment: { ANTHROPIC_API_KEY: "kept-outside-by-gatehouse" } })).toEqual([]);
  expect(warn({ mounts: [{ target: "/home/mona/.claude" }] })).toEqual([]);
  expect(warn({ mounts: [{ target: home }] })).toEqual([]);
  expect(warn({ mounts: [{ target: "/home/mona/.claude/.credentials.json" }] })).toEqual([]);
  expect(warn({ mounts: [{ target: "/home/mona/.claude/projects" }] })).toHaveLength(1);
  expect(warn({ mounts: [{ target: "/home/mona/project" }] })).toHaveLength(1);
  const environment = { COPILOT_PROVIDER_BASE_URL: "http://127.0.0.1:3129" };
  expect(warnAboutEngine("copilot", { ...bare, environment })).toEqual([]);
  expect(warnAboutEngine(undefined, bare)).toEqual([]);
});

test("a key on the command line that the command does not receive is reported", () => {
  const provider = {
    keyVariable: "ANTHROPIC_API_KEY",
    variables: { ANTHROPIC_BASE_URL: "http://127.0.0.1:3129", ANTHROPIC_API_KEY: "placeholder" },
    excluded: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
  };
  const warn = (name: string, value?: string) =>
    warnAboutReplaced({ env: [{ name, value }] }, provider);
  const [warning] = warn("ANTHROPIC_AUTH_TOKEN", "other");
  expect(warning).toContain("--env ANTHROPIC_AUTH_TOKEN is not used");
  expect(warning).not.toContain("other");
  expect(warn("ANTHROPIC_BASE_URL", "https://a.test")).toHaveLength(1);
  // Without a value, the option asks for the variable of the environment, which the sidecar has.
  expect(warn("ANTHROPIC_AUTH_TOKEN")).toEqual([]);
  expect(warn("ANTHROPIC_MODEL", "opus")).toEqual([]);
  expect(warnAboutReplaced({ env: [{ name: "KEY", value: "x" }] }, undefined)).toEqual([]);
});

test("a sidecar with incomplete variables is reported", async () => {
  const settings = { enableApiProxy: true, engine: "copilot" } as const;
  const key = { COPILOT_PROVIDER_API_KEY: "key" };
  const [warning] = await warnAboutProvider(settings, key);
  expect(warning).toContain("not set: COPILOT_PROVIDER_BASE_URL");
  const complete = { ...key, COPILOT_PROVIDER_BASE_URL: "https://a.test" };
  expect(await warnAboutProvider(settings, complete)).toEqual([]);
  expect(await warnAboutProvider({ ...settings, enableApiProxy: false }, key)).toEqual([]);
});
