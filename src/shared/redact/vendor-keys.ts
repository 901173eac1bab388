/**
 * Format of a vendor's keys or tokens, as documented by the vendor or by secret scanning partners.
 * Scan, redaction, `compile` and `outputs` all use these formats. GitHub's tokens are in
 * token-shapes.ts.
 */
export interface VendorKey {
  /** Name in a report. */
  readonly kind: VendorKind;
  /** Regular expression for the common start of these keys. */
  readonly start: string;
  /**
   * Number of characters of the key before `start`: some vendors put a signature in the middle of
   * their keys.
   */
  readonly before?: number;
  /** Regular expression character class for the characters after `start`. */
  readonly body: string;
  /**
   * Minimum number of characters after the start. Smaller than in a complete key, because logs can
   * truncate lines.
   */
  readonly least: number;
  /** Number of characters after the start in a complete key; undefined if the length varies. */
  readonly length?: number;
}

const word = String.raw`[\w-]`;
const alphanumeric = "[A-Za-z0-9]";
const hex = "[a-f0-9]";

const list = [
  // Must precede the more general `sk-` entry, because the first matching entry names the key.
  { kind: "Anthropic API key", start: "sk-ant-", body: word, least: 16 },
  { kind: "Stripe API key", start: "(?:sk|rk)_(?:live|test)_", body: alphanumeric, least: 16 },
  { kind: "Stripe API key", start: "whsec_", body: "[A-Za-z0-9+/]", least: 24 },
  {
    kind: "OpenAI or compatible API key",
    // Requires a digit, which words joined by hyphens do not contain.
    start: String.raw`sk-(?=[\w-]{0,80}\d)(?=[\w-]{0,40}[A-Za-z])`,
    body: word,
    least: 16,
  },
  { kind: "Groq API key", start: "gsk_", body: alphanumeric, least: 20, length: 52 },
  { kind: "xAI API key", start: "xai-", body: alphanumeric, least: 40, length: 80 },
  { kind: "Perplexity API key", start: "pplx-", body: alphanumeric, least: 32 },
  { kind: "Hugging Face token", start: "(?:hf|api_org)_", body: "[A-Za-z]", least: 30, length: 34 },
  { kind: "Hugging Face token", start: "hf_", body: alphanumeric, least: 30, length: 34 },
  { kind: "Replicate API token", start: "r8_", body: alphanumeric, least: 30, length: 37 },
  { kind: "NVIDIA API key", start: "nvapi-", body: word, least: 40 },
  { kind: "AWS access key ID", start: "(?:AKIA|ASIA)", body: "[A-Z2-7]", least: 16, length: 16 },
  { kind: "Amazon Bedrock API key", start: "ABSKQmVkcm9ja0FQSUtleS", body: "[\\w+/=]", least: 40 },
  { kind: "npm access token", start: "npm_", body: alphanumeric, least: 20, length: 36 },
  { kind: "PyPI API token", start: "pypi-AgE[IN]", body: word, least: 40 },
  { kind: "RubyGems API key", start: "rubygems_", body: hex, least: 32, length: 48 },
  { kind: "Docker access token", start: "dckr_(?:pat|oat)_", body: word, least: 20 },
  { kind: "Slack token", start: String.raw`xox[abeoprs](?:\.xox[bp])?-`, body: word, least: 10 },
  { kind: "Slack token", start: String.raw`xapp-\d-`, body: word, least: 20 },
  {
    kind: "Slack webhook URL",
    start: String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/`,
    body: "[\\w/]",
    least: 24,
  },
  {
    kind: "Discord webhook URL",
    start: String.raw`discord(?:app)?\.com/api/webhooks/`,
    body: "[\\w/-]",
    least: 60,
  },
  {
    kind: "GitLab token",
    start: "gl(?:pat|dt|rtr?|cbt|ptt|ft|imt|agent|soat|oas|ffct|wt)-",
    body: "[\\w.-]",
    least: 16,
  },
  { kind: "GitLab token", start: "GR1348941", body: word, least: 20 },
  { kind: "Google API key", start: "AIza", body: word, least: 30, length: 35 },
  { kind: "Google API key", start: String.raw`AQ\.Ab`, body: word, least: 40 },
  { kind: "Google OAuth credential", start: String.raw`ya29\.`, body: word, least: 20 },
  { kind: "Google OAuth credential", start: "GOCSPX-", body: word, least: 20, length: 28 },
  { kind: "Azure DevOps token", ...signed("AZDO", 76), least: 4, length: 4 },
  { kind: "Azure key", ...signed("JQQJ99", 52), least: 20, length: 26 },
  {
    kind: "Microsoft Entra client secret",
    start: String.raw`Q~(?<=[\w~.-]{3}\dQ~)`,
    before: 4,
    body: "[\\w~.-]",
    least: 28,
    length: 34,
  },
  { kind: "SendGrid API key", start: String.raw`SG\.[\w-]{16,24}\.`, body: word, least: 30 },
  { kind: "Twilio API key", start: "SK", body: hex, least: 32, length: 32 },
  { kind: "DigitalOcean token", start: "do[opr]_v1_", body: hex, least: 40, length: 64 },
  { kind: "Databricks token", start: "dapi", body: "[a-f0-9-]", least: 32 },
  { kind: "HashiCorp Vault token", start: String.raw`hv[sbr]\.`, body: word, least: 24 },
  {
    kind: "Terraform Cloud token",
    start: String.raw`\.atlasv1\.(?<=[A-Za-z0-9]{14}\.atlasv1\.)`,
    before: 14,
    body: "[\\w=-]",
    least: 40,
  },
  { kind: "Atlassian API token", start: "AT(?:ATT|CTT)3", body: "[\\w=-]", least: 40 },
  { kind: "Atlassian API token", start: "ATBB", body: alphanumeric, least: 32, length: 32 },
  {
    kind: "Shopify token",
    start: "shp(?:at|ca|pa|ss)_",
    body: "[a-fA-F0-9]",
    least: 32,
    length: 32,
  },
  { kind: "Grafana token", start: "glsa_", body: "\\w", least: 32, length: 41 },
  { kind: "Grafana token", start: "glc_", body: "[\\w+/=]", least: 40 },
  { kind: "Sentry token", start: "sntry[su]_", body: "[\\w+/=]", least: 40 },
  { kind: "New Relic API key", start: "NRAK-", body: "[A-Z0-9]", least: 27, length: 27 },
  { kind: "Postman API key", start: "PMAK-", body: "[a-f0-9-]", least: 40 },
  { kind: "Pulumi token", start: "pul-", body: hex, least: 40, length: 40 },
  {
    kind: "Doppler token",
    start: String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.`,
    body: "[\\w.-]",
    least: 32,
  },
  { kind: "Supabase key", start: "(?:sbp_|sb_secret_)", body: "\\w", least: 24 },
  { kind: "Linear API key", start: "lin_(?:api|oauth)_", body: alphanumeric, least: 32 },
  { kind: "Notion token", start: "ntn_", body: alphanumeric, least: 32, length: 46 },
  { kind: "LangSmith API key", start: "lsv2_(?:pt|sk)_", body: "\\w", least: 32 },
  {
    kind: "Telegram bot token",
    start: String.raw`:AA(?<=\d{8}:AA)`,
    before: 8,
    body: word,
    least: 33,
  },
  { kind: "JFrog token", start: "AKCp", body: alphanumeric, least: 60, length: 69 },
  {
    kind: "Tailscale key",
    start: "tskey-(?:auth|api|client|scim|webhook)-",
    body: word,
    least: 20,
  },
  { kind: "CircleCI token", start: "CCI(?:PAT|PRJ)_", body: "\\w", least: 40 },
  { kind: "1Password service account", start: "ops_ey", body: word, least: 40 },
  { kind: "age secret key", start: "AGE-SECRET-KEY-1", body: "[A-Z0-9]", least: 40, length: 58 },
] as const;

export type VendorKind = (typeof list)[number]["kind"];

export const vendorKeys: readonly VendorKey[] = list;

/** Returns the shape of a key that Microsoft's scanners recognize by a signature in its middle. */
function signed(signature: string, before: number) {
  const start = `${signature}(?<=${alphanumeric}{${before}}${signature})`;
  return { start, before, body: alphanumeric };
}
