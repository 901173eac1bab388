import { expect, test } from "vitest";
import { warnAboutEngine } from "../../src/firewall/warn-about-engine.ts";

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
