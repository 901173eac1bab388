import { basename } from "node:path";
import { InvalidInput } from "../shared/errors.ts";
import { checkAgentName } from "./agent-name.ts";
import { brands, type Brand } from "../forge/brand.ts";

/** A first agent definition: it compiles as it is, and shows what else there is. */
export function firstDefinition(name: string, brand: Brand["name"]): string {
  const { engine, workflowToken, folder } = brands[brand];
  return `---
# An agent definition: gatehouse compile makes a pipeline of it. All keys: gatehouse schema
name: ${name}
description: Looks at open issues, and proposes what to do about them.

# The engine. Its token is the secret variable ${workflowToken}: gatehouse secrets set ${workflowToken}
engine:
  id: ${engine.id}
  timeout-minutes: 30
  # model: MODEL-ID
  # agent: NAME             a custom agent of the repository, in ${folder}/agents/
  # args: ["--log-level=debug"]
  # env:
  #   GREETING: hello
  # A token that each run mints and revokes, in the place of ${workflowToken}:
  # ${engine.appBlock}:
  #   app-id: 1234567
  #   owner: my-organization
  #   repositories: [my-repository]
  # A model provider of your own; the engine never has its credential:
  # provider:
  #   base-url: https://models.example.com/v1
  #   api-key: $(MODEL_KEY)

# What the engine may reach besides what it needs itself.
network:
  allowed: []
  # - registry.npmjs.org

# When it runs. Without this: when somebody starts it.
# on:
#   schedule: "0 6 * * 1-5"
#   push: { branches: [main] }

# What the agent may propose. Another engine looks at it, then it is carried out.
safe-outputs:
  issue:
    max: 1
  comment:
    max: 5
    require-approval: true
---

Look at the open issues of this repository.

Propose a comment for each one that lacks what somebody needs to reproduce it: say what is missing, in one or two
sentences. Propose one issue at most, for something that several people have reported in different words.
`;
}

/** The first definition of an agent that is called as its file. @throws InvalidInput where none can be called so */
export function firstDefinitionOf(file: string, brand: Brand["name"]): string {
  const name = basename(file, ".md");
  const complaint = checkAgentName(name);
  if (complaint === undefined && file.endsWith(".md")) return firstDefinition(name, brand);
  throw new InvalidInput(complaint ?? `${file} is not there, and a new definition ends in .md.`);
}
