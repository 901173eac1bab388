/** Command-line agents that `--engine` configures. */
export const engineNames = ["copilot", "claude", "codex", "gemini", "opencode"] as const;

export type EngineName = (typeof engineNames)[number];

/** Placeholder that the command receives instead of a key. The sidecar replaces it. */
export const placeholder = "kept-outside-by-gatehouse";

/** Settings with which the agent sends its requests and the placeholder to the sidecar. */
interface SidecarSettings {
  /** Variables that no option overrides. */
  readonly variables: Readonly<Record<string, string>>;
  /** Variables that `--env` overrides. */
  readonly defaults?: Readonly<Record<string, string>>;
}

/** A variable that contains a key, and the API that accepts this key. */
export interface EngineKey {
  readonly variable: string;
  readonly baseUrl: string;
  /** Variable in which the caller names another API; undefined if the agent does not read one. */
  readonly baseVariable?: string;
  /** Variable with another API that the agent reads, but that the sidecar cannot connect to. */
  readonly unsupportedBase?: string;
  /** @param sidecar address of the sidecar, without a path */
  readonly connect: (sidecar: string) => SidecarSettings;
}

/** A settings file that gatehouse mounts read-only in the container's home. */
interface EngineFile {
  /** Path relative to the home: in the home itself, or in a directory of its own. */
  readonly path: string;
  /** True if the agent uses the sidecar without this file, too. */
  readonly isOptional?: true;
  /** @param sidecar the key that the sidecar has, and its address; undefined without a sidecar */
  readonly text: (sidecar?: { readonly variable: string; readonly url: string }) => string;
}

/** The settings that an agent requires behind the firewall. */
export interface EngineRecipe {
  readonly title: string;
  /** Hosts that the agent itself connects to if the sidecar does not have its key. */
  readonly hosts: readonly string[];
  /** Variables that turn off telemetry, updates and downloads. `--env` overrides them. */
  readonly variables: Readonly<Record<string, string>>;
  /** In the agent's own order of precedence. */
  readonly keys: readonly EngineKey[];
  /** Set if the agent itself reads the provider variables of `--enable-api-proxy`. */
  readonly provider?: {
    readonly prefix: string;
    /** Variables for a run with these settings. `--env` overrides them. */
    readonly defaults: Readonly<Record<string, string>>;
  };
  /** Names of other variables with a credential, which the sidecar cannot send. */
  readonly credentials: readonly string[];
  readonly file?: EngineFile;
  /** Locations in the home. Those of the login contain credentials. */
  readonly folders: {
    readonly login: readonly string[];
    readonly sessions: string;
    /** Files that the agent unpacks when it starts. */
    readonly cache?: string;
  };
}

const anthropicUrl = "https://api.anthropic.com";
const openaiUrl = "https://api.openai.com/v1";
const googleUrl = "https://generativelanguage.googleapis.com";

export const engineRecipes: Readonly<Record<EngineName, EngineRecipe>> = {
  copilot: {
    title: "Copilot CLI",
    hosts: [
      "api.github.com:443",
      ...["", "individual.", "business.", "enterprise."].map(
        (plan) => `api.${plan}githubcopilot.com:443`,
      ),
    ],
    variables: { COPILOT_AUTO_UPDATE: "false" },
    keys: [],
    // Offline, the agent contacts only the provider, and does not require a GitHub login.
    provider: { prefix: "COPILOT_PROVIDER", defaults: { COPILOT_OFFLINE: "true" } },
    credentials: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"],
    folders: { login: [".copilot"], sessions: ".copilot/session-state", cache: ".cache/copilot" },
  },
  claude: {
    title: "Claude Code",
    // The second host renews a login.
    hosts: ["api.anthropic.com:443", "platform.claude.com:443"],
    variables: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" },
    keys: ["ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN"].map(
      (variable) => ({
        variable,
        baseUrl: anthropicUrl,
        baseVariable: "ANTHROPIC_BASE_URL",
        connect: (sidecar) => ({
          variables: { ANTHROPIC_BASE_URL: sidecar, [variable]: placeholder },
        }),
      }),
    ),
    credentials: ["ANTHROPIC_CUSTOM_HEADERS"],
    file: { path: ".claude.json", isOptional: true, text: claudeSettings },
    folders: { login: [".claude", ".claude.json"], sessions: ".claude/projects" },
  },
  codex: {
    title: "Codex",
    // The other hosts serve a ChatGPT login.
    hosts: ["api.openai.com:443", "chatgpt.com:443", "auth.openai.com:443"],
    variables: {},
    keys: ["CODEX_API_KEY", "OPENAI_API_KEY"].map((variable) => ({
      variable,
      baseUrl: openaiUrl,
      unsupportedBase: "OPENAI_BASE_URL",
      connect: () => ({ variables: { [variable]: placeholder } }),
    })),
    credentials: ["CODEX_ACCESS_TOKEN"],
    file: { path: ".codex/config.toml", text: codexSettings },
    folders: { login: [".codex"], sessions: ".codex/sessions" },
  },
  gemini: {
    title: "Gemini CLI",
    // The other hosts serve a Google login.
    hosts: [
      "generativelanguage.googleapis.com:443",
      "cloudcode-pa.googleapis.com:443",
      "oauth2.googleapis.com:443",
    ],
    // Without an answer about the directory, the CLI exits unless a terminal is available.
    variables: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
    keys: [
      {
        variable: "GEMINI_API_KEY",
        baseUrl: googleUrl,
        baseVariable: "GOOGLE_GEMINI_BASE_URL",
        connect: (sidecar) => ({
          variables: { GOOGLE_GEMINI_BASE_URL: sidecar, GEMINI_API_KEY: placeholder },
        }),
      },
    ],
    credentials: ["GOOGLE_API_KEY"],
    file: { path: ".gemini/settings.json", text: geminiSettings },
    folders: { login: [".gemini"], sessions: ".gemini/tmp" },
  },
  opencode: {
    title: "OpenCode",
    hosts: [anthropicUrl, openaiUrl, googleUrl].map((url) => `${new URL(url).host}:443`),
    variables: {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_SHARE: "1",
    },
    keys: [
      {
        ...opencodeKey("ANTHROPIC_API_KEY", "anthropic", `${anthropicUrl}/v1`),
        unsupportedBase: "ANTHROPIC_BASE_URL",
      },
      {
        ...opencodeKey("OPENAI_API_KEY", "openai", openaiUrl),
        unsupportedBase: "OPENAI_BASE_URL",
      },
      opencodeKey("GOOGLE_GENERATIVE_AI_API_KEY", "google", `${googleUrl}/v1beta`),
    ],
    credentials: ["GEMINI_API_KEY", "OPENCODE_API_KEY"],
    folders: { login: [".local/share/opencode"], sessions: ".local/share/opencode" },
  },
};

/**
 * Returns the option that mounts a file or directory of the home, as a shell command line.
 * @param mode `:ro` for read-only
 */
export function homeMount(path: string, mode: "" | ":ro" = ""): string {
  return `--mount "$HOME/${path}:$HOME/${path}${mode}"`;
}

function opencodeKey(variable: string, provider: string, baseUrl: string): EngineKey {
  return {
    variable,
    baseUrl,
    connect: (sidecar) => {
      const baseURL = sidecar + new URL(baseUrl).pathname;
      return {
        variables: { [variable]: placeholder },
        defaults: {
          OPENCODE_CONFIG_CONTENT: JSON.stringify({
            provider: { [provider]: { options: { baseURL } } },
          }),
        },
      };
    },
  };
}

/**
 * Returns Claude Code's settings. In a new home, it would first contact its provider directly, and
 * ask whether to use the key, which it knows by its last 20 characters.
 */
function claudeSettings(): string {
  const approved = [placeholder.slice(-20)];
  return JSON.stringify({ hasCompletedOnboarding: true, customApiKeyResponses: { approved } });
}

/**
 * Returns Codex's settings. The container replaces Codex's own sandbox, which cannot start in it. A
 * provider of its own makes Codex read the key from a variable and use only HTTP.
 */
function codexSettings(sidecar?: { readonly variable: string; readonly url: string }): string {
  const lines = [
    'sandbox_mode = "danger-full-access"',
    "check_for_update_on_startup = false",
    ...(sidecar ? ['model_provider = "gatehouse"'] : []),
    "[analytics]",
    "enabled = false",
    "[features]",
    "plugins = false",
    "apps = false",
    ...(sidecar
      ? [
          "[model_providers.gatehouse]",
          'name = "OpenAI"',
          `base_url = "${sidecar.url}/v1"`,
          `env_key = "${sidecar.variable}"`,
          'wire_api = "responses"',
          "supports_websockets = false",
        ]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** Returns Gemini CLI's settings. With another address, it would not send its key otherwise. */
function geminiSettings(sidecar?: object): string {
  return JSON.stringify({
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    ...(sidecar && { security: { auth: { selectedType: "gemini-api-key" } } }),
  });
}
