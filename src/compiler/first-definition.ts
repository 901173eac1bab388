import { basename } from "node:path";
import { InvalidInput } from "../shared/errors.ts";
import { appRecords, patSecret } from "../credentials/records.ts";
import { checkAgentName } from "./agent-name.ts";
import { brands, type Brand } from "../forge/brand.ts";

/** Returns a starter agent definition that compiles unchanged and shows the available options. */
export function firstDefinition(name: string, brand: Brand["name"]): string {
  const { engine, workflowToken, folder } = brands[brand];
  return `---
# An agent definition. gatehouse compile turns it into a pipeline. To list all keys: gatehouse schema
name: ${name}
description: Reviews open issues and proposes comments.

# The engine. To store its token as the secret variable ${workflowToken}: gatehouse secrets set ${workflowToken}
engine:
  id: ${engine.id}
  timeout-minutes: 30
  # model: MODEL-ID
  # agent: NAME             a custom agent of the repository, in ${folder}/agents/
  # args: ["--log-level=debug"]
  # env:
  #   GREETING: hello
  # Instead of ${workflowToken}: a token that each run mints and revokes
  # ${engine.appBlock}:
  #   app-id: 1234567
  #   owner: my-organization
  #   repositories: [my-repository]
  # Your own model provider. The engine never receives its credential.
  # provider:
  #   base-url: https://models.example.com/v1
  #   api-key: $(MODEL_KEY)

# Hosts that the engine can reach, in addition to those that it requires.
network:
  allowed: []
  # - registry.npmjs.org

# When the pipeline runs. Without this key: only when a person starts it.
# on:
#   schedule: "0 6 * * 1-5"
#   push: { branches: [main] }

# What the agent can propose. A second engine checks each proposal before it is applied. To apply proposals, the
# pipeline needs the variables ${appRecords.write.variable} and ${appRecords.write.secret}, or ${patSecret}
safe-outputs:
  issue:
    max: 1
  comment:
    max: 5
    require-approval: true
  # Who can approve, and how long the run waits. Default: anyone who can queue the pipeline, for 60 minutes
  # approval:
  #   approvers: ["[my-organization]\\\\Reviewers", mona@example.com]
  #   timeout-minutes: 1440
---

Review the open issues of this repository.

Propose a comment for each issue that lacks the information to reproduce it: name what is missing, in one or two
sentences. Propose at most one issue, for a problem that several people have reported in different words.
`;
}

/**
 * Returns a starter definition for an agent named after the file.
 * @throws InvalidInput if the file name is not a valid agent name
 */
export function firstDefinitionOf(file: string, brand: Brand["name"]): string {
  const name = basename(file, ".md");
  const complaint = checkAgentName(name);
  if (complaint === undefined && file.endsWith(".md")) return firstDefinition(name, brand);
  throw new InvalidInput(
    complaint ?? `Not found: ${file}. To create a definition, use a name that ends in .md.`,
  );
}
