import { expect, test } from "vitest";
import { engineRecipes } from "../../src/firewall/config/engine-recipes.ts";
import {
  CoveredWorkFolder,
  HiddenEngineSettings,
  engineMounts,
} from "../../src/firewall/engine-mounts.ts";
import { readProvider } from "../../src/firewall/provider.ts";
import { bindWritable } from "../../src/firewall/sandbox/mount.ts";

const home = "/home/mona";
const key = "sk-real-0123456789";

function prepare(
  name: "codex" | "gemini" | "claude" | "opencode",
  { mounts = [""], env = {}, workFolder = "/w" } = {},
) {
  const texts: string[] = [];
  const made = engineMounts(engineRecipes[name], {
    home,
    session: { keepFile: (file, text) => (texts.push(String(text)), `/session/${file}`) },
    provider: Object.keys(env).length > 0 ? readProvider(env, 3129, name) : undefined,
    providerPort: 3129,
    workFolder,
    mounts: mounts.filter(Boolean).map((path) => bindWritable(path)),
  });
  return { made, text: texts.join("") };
}

test("Codex's settings name the sidecar and the variable with the placeholder, not the key", () => {
  const { made, text } = prepare("codex", { env: { OPENAI_API_KEY: key } });
  expect(made).toEqual([
    { kind: "empty", target: "/home/mona/.codex", isWritable: true },
    {
      kind: "bind",
      source: "/session/engine-settings",
      target: "/home/mona/.codex/config.toml",
      isWritable: false,
    },
  ]);
  expect(text).toContain('base_url = "http://127.0.0.1:3129/v1"\nenv_key = "OPENAI_API_KEY"');
  expect(text).not.toContain(key);
});

test("without the sidecar, Codex keeps its own provider", () => {
  expect(prepare("codex").text).not.toContain("model_provider");
});

test("Gemini CLI's settings select the key only with the sidecar", () => {
  const read = (env: Record<string, string>) => JSON.parse(prepare("gemini", { env }).text);
  expect(read({})).not.toHaveProperty("security");
  expect(read({ GEMINI_API_KEY: key })).toMatchObject({
    privacy: { usageStatisticsEnabled: false },
    security: { auth: { selectedType: "gemini-api-key" } },
  });
});

test("a working directory that the agent's directory would hide is an error", () => {
  const within = () => prepare("codex", { workFolder: "/home/mona/.codex/worktrees/a" });
  expect(within).toThrow(CoveredWorkFolder);
  expect(within).toThrow("is in /home/mona/.codex, which --engine replaces");
});

test("Claude Code starts without its first questions, which need a direct connection", () => {
  const { made, text } = prepare("claude", { env: { ANTHROPIC_API_KEY: key } });
  expect(made).toMatchObject([{ kind: "bind", target: "/home/mona/.claude.json" }]);
  expect(JSON.parse(text)).toEqual({
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: ["outside-by-gatehouse"] },
  });
  const mounts = ["/home/mona/.claude.json"];
  expect(prepare("claude", { mounts, env: { ANTHROPIC_API_KEY: key } }).made).toEqual([]);
});

test("a mounted login keeps its own settings", () => {
  expect(prepare("codex", { mounts: ["/home/mona/.codex"] }).made).toEqual([]);
});

test("a mount that would hide the settings for the sidecar is an error", () => {
  for (const path of ["/home/mona/.codex", "/home/mona"]) {
    const hide = () => prepare("codex", { mounts: [path], env: { CODEX_API_KEY: key } });
    expect(hide).toThrow(HiddenEngineSettings);
    expect(hide).toThrow(`--mount ${path} hides /home/mona/.codex/config.toml`);
  }
});

test("a mount inside the agent's directory, such as its sessions, is possible with the sidecar", () => {
  const options = { mounts: ["/home/mona/.codex/sessions"], env: { CODEX_API_KEY: key } };
  expect(prepare("codex", options).made).toHaveLength(2);
});

test("an agent without a settings file gets no mount", () => {
  expect(prepare("opencode", { env: { ANTHROPIC_API_KEY: key } }).made).toEqual([]);
});
