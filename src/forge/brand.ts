import { InvalidInput } from "../shared/errors.ts";

/**
 * Names that depend on the brand. The CP_FORGE_* names are gatehouse's own and are the same in both
 * brands.
 */
export interface Brand {
  readonly name: "forge" | "github";
  /** Display name: "GitHub" or "the forge". */
  readonly title: string;
  /** Configuration directory in a repository, such as `.github`. */
  readonly folder: string;
  /** Context of workflow expressions: `${{ github.repository }}`. */
  readonly expressionContext: string;
  /** Command of the forge CLI, and the oldest version with all subcommands that gatehouse uses. */
  readonly cli: {
    readonly command: string;
    readonly minimumVersion: string;
    readonly installLink: string;
    /** Variable that names the host for the CLI. */
    readonly hostVariable: string;
    /** Variable that names the directory in which the CLI stores its logins. */
    readonly configVariable: string;
    /**
     * Environment variables that can contain a token for the forge's own hosts, in order of
     * precedence. They override the stored login.
     */
    readonly tokenVariables: readonly string[];
    /**
     * Environment variables that can contain a token for a self-hosted forge, in order of
     * precedence.
     */
    readonly enterpriseTokenVariables: readonly string[];
    /**
     * Host name under which the forge CLI can reach an embedded forge over plain HTTP, through a
     * proxy. Undefined if the CLI does not need one.
     */
    readonly plainHost: string | undefined;
  };
  /** Headers of every REST request. */
  readonly apiHeaders: Readonly<Record<string, string>>;
  /** Header that GitHub sends if single sign-on is required: `required; url=…`. */
  readonly singleSignOnHeader: string;
  /** Header with the expiry time of the request's token; absent if the token never expires. */
  readonly tokenExpiryHeader: string;
  /** Permission that lets a workflow run use the organization's inference billing. */
  readonly inferencePermission: string;
  /** API path of an organization's inference billing, which requires the login of an owner. */
  readonly billingPath: (organization: string) => string;
  /** App permission that can read the billing path. */
  readonly billingPermission: string;
  /** Name of the workflow token. */
  readonly workflowToken: string;
  /** Names in the front matter and in the jobs of an agentic workflow. */
  readonly agentic: {
    /** `tools.github` */
    readonly tools: string;
    /** Name of the block that configures an App: `github-app`. */
    readonly app: string;
    /** Name of the token field next to the App block: `github-token`. */
    readonly token: string;
    /** Name of the job that runs admission before the activation job. */
    readonly admissionJob: string;
    /** Expression context for the inputs of an import: `${{ github.aw.import-inputs.role }}`. */
    readonly importInputs: string;
    /** Variable that contains the path of a job's safe outputs. */
    readonly outputVariable: string;
    /** Directory in a job that the agent can read. */
    readonly agentFolder: string;
  };
  /** Account that is shown as the author of changes made with the workflow token. */
  readonly workflowBot: string;
  /** Prefix of the variables from which an engine reads its provider settings. */
  readonly providerPrefix: string;
  /** Names that relate to the engine in agent definitions and pipelines. */
  readonly engine: {
    /** Identifier of the engine, which is also the name of its program. */
    readonly id: string;
    /** Prefix of the engine's own variables: `AGENT_MODEL`. */
    readonly prefix: string;
    /** Variable that tells the engine to only read. It does not limit the engine's token. */
    readonly readOnly: string;
    /** Name of the block that configures the App whose token the engine receives. */
    readonly appBlock: string;
    /**
     * Names of the job variable for the App's token and of the secret variable for the App's key.
     */
    readonly appToken: string;
    readonly appKey: string;
    /** Type of a cloud-hosted provider in a definition: `azure`. */
    readonly cloudType: string;
    /**
     * Variables from which the engine reads the host name of its server. Empty if the engine has
     * the option `--api-target`.
     */
    readonly hostVariables: readonly string[];
  };
}

const billingPath = (organization: string) =>
  `/orgs/${encodeURIComponent(organization)}/copilot/billing`;

// Both brands use GitHub's headers, because the embedded forge implements GitHub's protocol.
const headers = {
  apiHeaders: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
  singleSignOnHeader: "x-github-sso",
  tokenExpiryHeader: "github-authentication-token-expiration",
  workflowBot: "github-actions[bot]",
  billingPermission: "organization_copilot_seat_management",
};

export const brands: Readonly<Record<Brand["name"], Brand>> = {
  forge: {
    name: "forge",
    title: "the forge",
    folder: ".forge",
    expressionContext: "github",
    cli: {
      command: "forge",
      minimumVersion: "2.25.0",
      installLink: "https://cli.github.com",
      hostVariable: "FORGE_HOST",
      configVariable: "FORGE_CONFIG_DIR",
      tokenVariables: ["FORGE_CLI_TOKEN"],
      enterpriseTokenVariables: ["FORGE_CLI_TOKEN"],
      plainHost: undefined,
    },
    ...headers,
    inferencePermission: "agent-requests",
    billingPath,
    workflowToken: "FORGE_TOKEN",
    agentic: {
      tools: "forge",
      app: "forge-app",
      token: "forge-token",
      admissionJob: "admission",
      importInputs: "forge.import-inputs",
      outputVariable: "FORGE_AGENT_OUTPUT",
      agentFolder: "${{ runner.temp }}/agent",
    },
    providerPrefix: "AGENT_PROVIDER",
    engine: {
      id: "agent-cli",
      prefix: "AGENT",
      readOnly: "FORGE_READ_ONLY",
      appBlock: "forge-app-token",
      appToken: "FORGE_APP_TOKEN",
      appKey: "FORGE_APP_PRIVATE_KEY",
      cloudType: "cloud",
      hostVariables: [],
    },
  },
  github: {
    name: "github",
    title: "GitHub",
    folder: ".github",
    expressionContext: "github",
    cli: {
      command: "gh",
      minimumVersion: "2.25.0",
      installLink: "https://cli.github.com",
      hostVariable: "GH_HOST",
      configVariable: "GH_CONFIG_DIR",
      tokenVariables: ["GH_TOKEN", "GITHUB_TOKEN"],
      enterpriseTokenVariables: ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"],
      plainHost: "github.localhost",
    },
    ...headers,
    inferencePermission: "copilot-requests",
    billingPath,
    workflowToken: "GITHUB_TOKEN",
    agentic: {
      tools: "github",
      app: "github-app",
      token: "github-token",
      admissionJob: "pre_activation",
      importInputs: "github.aw.import-inputs",
      outputVariable: "GH_AW_AGENT_OUTPUT",
      agentFolder: "/tmp/gh-aw/agent",
    },
    providerPrefix: "COPILOT_PROVIDER",
    engine: {
      id: "copilot",
      prefix: "COPILOT",
      readOnly: "GITHUB_READ_ONLY",
      appBlock: "github-app-token",
      appToken: "GITHUB_APP_TOKEN",
      appKey: "GITHUB_APP_PRIVATE_KEY",
      cloudType: "azure",
      hostVariables: ["COPILOT_GH_HOST", "GH_HOST"],
    },
  },
};

/** @throws InvalidInput if the brand does not exist */
export function requireBrand(word: string): Brand["name"] {
  if (Object.hasOwn(brands, word)) return word as Brand["name"];
  throw new InvalidInput(
    `"${word}" is not a valid brand; valid brands are ${Object.keys(brands).join(", ")}.`,
  );
}
