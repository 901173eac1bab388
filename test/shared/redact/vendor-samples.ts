import { randomInt } from "node:crypto";

const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const alphanumeric = `${upper}${upper.toLowerCase()}0123456789`;

/**
 * Generates a key, so that none is in the repository. The last three characters are one of each
 * kind.
 */
function make(length: number, alphabet = alphanumeric): string {
  const kinds = [/[A-Z]/, /[a-z]/, /\d/].map((kind) => alphabet.match(kind)?.[0] ?? alphabet[0]);
  const signs = Array.from({ length: length - 3 }, () => alphabet[randomInt(alphabet.length)]);
  return [...signs, ...kinds].join("");
}

const hex = "0123456789abcdef";
const base32 = `${upper}234567`;

/** A credential of each kind that vendors document, with the name used in reports. */
export const vendorSamples: readonly (readonly [kind: string, value: string])[] = [
  ["OpenAI or compatible API key", `sk-${make(20)}T3BlbkFJ${make(20)}`],
  ["OpenAI or compatible API key", `sk-proj-${make(48)}`],
  ["OpenAI or compatible API key", `sk-svcacct-${make(60)}`],
  ["OpenAI or compatible API key", `sk-or-v1-${make(64, hex)}`],
  ["Anthropic API key", `sk-ant-api03-${make(93)}AA`],
  ["Groq API key", `gsk_${make(52)}`],
  ["xAI API key", `xai-${make(80)}`],
  ["Perplexity API key", `pplx-${make(48)}`],
  ["Hugging Face token", `hf_${make(34)}`],
  ["Replicate API token", `r8_${make(37)}`],
  ["NVIDIA API key", `nvapi-${make(64)}`],
  ["AWS access key ID", `AKIA${make(16, base32)}`],
  ["AWS access key ID", `ASIA${make(16, base32)}`],
  ["npm access token", `npm_${make(36)}`],
  ["PyPI API token", `pypi-AgEIcHlwaS5vcmc${make(150)}`],
  ["RubyGems API key", `rubygems_${make(48, hex)}`],
  ["Docker access token", `dckr_pat_${make(27)}`],
  ["Slack token", `xoxb-${make(12, "0123456789")}-${make(13, "0123456789")}-${make(24)}`],
  ["Slack token", `xapp-1-A${make(10)}-${make(13, "0123456789")}-${make(64, hex)}`],
  ["Slack webhook URL", `hooks.slack.com/services/T${make(10)}/B${make(10)}/${make(24)}`],
  ["GitLab token", `glpat-${make(20)}`],
  ["GitLab token", `glrt-${make(20)}`],
  ["GitLab token", `gldt-${make(20)}`],
  ["Google API key", `AIza${make(35)}`],
  ["Google OAuth credential", `ya29.${make(120)}`],
  ["Google OAuth credential", `GOCSPX-${make(28)}`],
  ["Azure DevOps token", `${make(76)}AZDO${make(4)}`],
  ["Azure key", `${make(52)}JQQJ99${make(26)}`],
  ["Microsoft Entra client secret", `${make(3)}8Q~${make(34)}`],
  ["Stripe API key", `sk_live_${make(24)}`],
  ["Stripe API key", `rk_test_${make(24)}`],
  ["SendGrid API key", `SG.${make(22)}.${make(43)}`],
  ["Twilio API key", `SK${make(32, hex)}`],
  ["DigitalOcean token", `dop_v1_${make(64, hex)}`],
  ["Databricks token", `dapi${make(32, hex)}`],
  ["HashiCorp Vault token", `hvs.${make(90)}`],
  ["Terraform Cloud token", `${make(14)}.atlasv1.${make(67)}`],
  ["Atlassian API token", `ATATT3xFfGF0${make(170)}`],
  ["Shopify token", `shpat_${make(32, hex)}`],
  ["Grafana token", `glsa_${make(32)}_${make(8, hex)}`],
  ["Telegram bot token", `${make(10, "0123456789")}:AA${make(33)}`],
  ["Linear API key", `lin_api_${make(40)}`],
  ["Notion token", `ntn_${make(46)}`],
  ["age secret key", `AGE-SECRET-KEY-1${make(58, base32)}`],
  ["Tailscale key", `tskey-auth-${make(16)}-${make(32)}`],
];
