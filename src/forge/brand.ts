import { InvalidInput } from "../shared/errors.ts";

/**
 * The two spellings of everything that carries the forge's brand. Nothing else in the code spells one.
 * CP_FORGE_* are gatehouse's own names and are the same in both.
 */
export interface Brand {
  readonly name: "forge" | "github";
  /** What people call it. */
  readonly title: string;
  /** The folder of a repository that the forge reads. */
  readonly folder: string;
  /** The context of workflow expressions: `${{ github.repository }}`. */
  readonly expressionContext: string;
  /** The forge CLI's command, and the first version that has all the commands we use. */
  readonly cli: {
    readonly command: string;
    readonly minimumVersion: string;
    readonly installLink: string;
    /** Names the host for the CLI. */
    readonly hostVariable: string;
    /** Names the folder in which it keeps its logins. */
    readonly configVariable: string;
    /** Variables that it takes a token for the forge's own hosts from before its stored login, first one first. */
    readonly tokenVariables: readonly string[];
    /** The same for a host of somebody's own. */
    readonly enterpriseTokenVariables: readonly string[];
    /** The only name by which it speaks plain HTTP, to a proxy; our own needs none. */
    readonly plainHost: string | undefined;
  };
  /** Headers that every REST request carries. */
  readonly apiHeaders: Readonly<Record<string, string>>;
  /** Header of a refusal that single sign-on would mend: `required; url=…`. */
  readonly singleSignOnHeader: string;
  /** Header that tells when the token of a request expires; absent when it never does. */
  readonly tokenExpiryHeader: string;
  /** The permission that lets a workflow run use the organization's inference billing. */
  readonly inferencePermission: string;
  /** Path of the organization's inference billing, for an organization's login. */
  readonly billingPath: (organization: string) => string;
  /** The App permission that reads it. */
  readonly billingPermission: string;
  /** The workflow token's name. */
  readonly workflowToken: string;
  /** The words of an agentic workflow's front matter, and what its jobs are told. */
  readonly agentic: {
    /** `tools.github` */
    readonly tools: string;
    /** An App's block: `github-app`. */
    readonly app: string;
    /** A token beside it: `github-token`. */
    readonly token: string;
    /** The job before activation, in which admission runs. */
    readonly admissionJob: string;
    /** Where an import's inputs are: `${{ github.aw.import-inputs.role }}`. */
    readonly importInputs: string;
    /** What names the file of a job's safe outputs. */
    readonly outputVariable: string;
    /** The folder of a job that its agent can read. */
    readonly agentFolder: string;
  };
  /** Who writes what a run writes with its workflow token. */
  readonly workflowBot: string;
  /** What the variables begin with by which an engine finds its provider. */
  readonly providerPrefix: string;
  /** How an agent definition and its pipeline spell the engine. */
  readonly engine: {
    /** The identifier, which is the name of its program, too. */
    readonly id: string;
    /** What its own variables begin with: `AGENT_MODEL`. */
    readonly prefix: string;
    /** The variable that keeps it from changing anything on the forge. */
    readonly readOnly: string;
    /** The block of an App whose token it gets. */
    readonly appBlock: string;
    /** The variable of a job that holds that token, and the secret one with the App's key. */
    readonly appToken: string;
    readonly appKey: string;
    /** The provider's format that has a cloud of its own. */
    readonly cloudType: string;
  };
}

const billingPath = (organization: string) =>
  `/orgs/${encodeURIComponent(organization)}/copilot/billing`;

// The embedded forge speaks GitHub's protocol, headers included.
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
    },
  },
};

/** @throws InvalidInput when there is no such spelling */
export function requireBrand(word: string): Brand["name"] {
  if (Object.hasOwn(brands, word)) return word as Brand["name"];
  throw new InvalidInput(`"${word}" is no brand; there are: ${Object.keys(brands).join(", ")}.`);
}
