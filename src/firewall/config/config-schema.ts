import { optionTable, type OptionEntry } from "./option-table.ts";
import type { budgetKeys } from "./parse-budget.ts";
import type { budgetRuleKeys } from "./read-budget.ts";
import { claimKeys } from "./read-claims.ts";
import { appRoles, credentialKeys, permissionLevels } from "./read-credentials.ts";
import { fileKeys } from "./read-files.ts";
import { ruleKeys } from "./read-rule-entries.ts";

/** Returns the JSON Schema of a rules file, for editors and checks in CI. */
export function configSchema(): object {
  const options: readonly OptionEntry[] = optionTable;
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "gatehouse firewall rules",
    description: "For `gatehouse firewall --config FILE`. Each key is the name of a long option.",
    type: "object",
    additionalProperties: false,
    properties: {
      $schema: { type: "string" },
      ...Object.fromEntries(options.map((entry) => [entry.name, optionSchema(entry)])),
      rules: {
        description: "URL patterns with methods or a reason",
        type: "array",
        items: ruleSchema,
      },
      credentials: {
        description: "credentials that the proxy adds to requests, after you approve the file",
        type: "array",
        items: credentialSchema,
      },
      claims: {
        description: "requests that no rule allows, which `check` proves",
        type: "array",
        items: claimSchema,
      },
      files: filesSchema(options),
      budget: budgetSchema,
    },
  };
}

const texts = {
  anyOf: [
    { type: "string", minLength: 1 },
    { type: "array", items: { type: "string", minLength: 1 } },
  ],
};

const variables = {
  anyOf: [
    ...texts.anyOf,
    { type: "object", additionalProperties: { type: ["string", "number", "boolean"] } },
  ],
};

const described: Readonly<Record<(typeof ruleKeys)[number], object>> = {
  url: { description: "https://HOST/PATH", type: "string", pattern: "^https://[^/]+/" },
  methods: { ...texts, description: "methods that the rule covers (default: all)" },
  reason: { description: "reason for the rule", type: "string" },
};

const ruleSchema = {
  type: "object",
  additionalProperties: false,
  required: ["url"],
  properties: Object.fromEntries(ruleKeys.map((key) => [key, described[key]])),
};

const sourceSchema = {
  description: "origin of the credential",
  anyOf: [
    { const: "pat" },
    {
      type: "object",
      additionalProperties: false,
      required: ["env"],
      properties: { env: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]*$" } },
    },
    {
      type: "object",
      additionalProperties: false,
      required: ["app"],
      properties: {
        app: { enum: appRoles },
        repositories: { type: "array", minItems: 1, items: { type: "string" } },
        permissions: { type: "object", additionalProperties: { enum: permissionLevels } },
      },
    },
  ],
};

const ofCredential: Readonly<Record<(typeof credentialKeys)[number], object>> = {
  url: described.url,
  methods: described.methods,
  reason: described.reason,
  from: sourceSchema,
  header: { description: "name of the header (default: Authorization)", type: "string" },
};

const credentialSchema = {
  type: "object",
  additionalProperties: false,
  required: ["url", "from"],
  properties: Object.fromEntries(credentialKeys.map((key) => [key, ofCredential[key]])),
};

const ofClaim: Readonly<Record<(typeof claimKeys)[number], object>> = {
  never: { description: "requests: [METHODS ]URL-PATTERN or [METHODS ]DOMAIN", type: "string" },
  except: { ...texts, description: "allowed requests, in the same form" },
  reason: { description: "reason for the claim", type: "string" },
};

const claimSchema = {
  type: "object",
  additionalProperties: false,
  required: ["never"],
  properties: Object.fromEntries(claimKeys.map((key) => [key, ofClaim[key]])),
};

const counts = { type: ["string", "integer"], pattern: "^[0-9]+$", minimum: 0 };
const amounts = (units: string) => ({
  type: ["string", "number"],
  pattern: `^[0-9]+([.][0-9]+)?${units}$`,
  minimum: 0,
});

const limits: Readonly<Record<(typeof budgetKeys)[number], object>> = {
  requests: { ...counts, description: "number of requests" },
  upload: { ...amounts("[KkMmGgTt]?([Ii]?[Bb])?"), description: "size of all request bodies" },
  tokens: { ...amounts("[KkMmGg]?"), description: "tokens of the provider; requires a sidecar" },
  minutes: { ...amounts(""), description: "minutes from the start of the command" },
  shared: { description: "name of a budget that several runs share", type: "string" },
  repository: { description: "control repository with the shared budget", type: "string" },
};

const ofBudgetRule: Readonly<Record<(typeof budgetRuleKeys)[number], object>> = {
  url: described.url,
  methods: described.methods,
  requests: limits.requests,
  upload: limits.upload,
};

const budgetSchema = {
  description: "limits of a run, after you approve the file",
  type: "object",
  additionalProperties: false,
  properties: {
    ...limits,
    for: {
      description: "limits of some requests",
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["url"],
        anyOf: [{ required: ["requests"] }, { required: ["upload"] }],
        properties: ofBudgetRule,
      },
    },
  },
};

function filesSchema(options: readonly OptionEntry[]): object {
  const described = options.filter(({ name }) => fileKeys.some((key) => key === name));
  return {
    description: "access to paths in the working directory",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(described.map((entry) => [entry.name, optionSchema(entry)])),
  };
}

const sizePattern = "^(0|[Uu]nlimited|[0-9]+([.][0-9]+)?[KkMmGgTt]?([Ii]?[Bb])?)$";
const bodyPattern = "^[0-9]{1,10}[KkMm]?$";
const countPattern = "^([Uu]nlimited|[0-9]+)$";

function optionSchema({ name, kind, choices, description }: OptionEntry): object {
  const shapes = {
    flag: { type: "boolean" },
    text: { type: "string", minLength: 1 },
    choice: { enum: choices },
    seconds: { type: "number", exclusiveMinimum: 0 },
    size: { type: ["string", "integer"], pattern: sizePattern, minimum: 0 },
    count: { type: ["string", "integer"], pattern: countPattern, minimum: 0 },
    "flag or size": { type: ["boolean", "string", "integer"], pattern: bodyPattern, minimum: 0 },
    list: texts,
    texts: name === "env" ? variables : texts,
  };
  return { description, ...shapes[kind] };
}
