import type { Fact } from "../../src/prompts/prompter.ts";
import type { AppToken, Provider } from "../../src/compiler/engine/engine.ts";
import type { Brand } from "../../src/forge/brand.ts";

const who: Fact = {
  name: "Who can use it",
  text: "Whoever can change this pipeline, or a branch that it is run for.",
};

/** What it means to store a token of somebody's for the engine. @see spec/engine.md, "Authentication" */
export function tokenTerms({ workflowToken }: Brand): readonly Fact[] {
  return [
    { name: "Reaches", text: "All that its owner gave it. It acts as that person." },
    {
      name: "Goes to",
      text: `Secret variable ${workflowToken}. The engine itself has it, in both jobs that run one.`,
    },
    who,
    {
      name: "Lives",
      text: "Until it expires or somebody revokes it. No run ends it, and nothing renews it.",
    },
  ];
}

/** What it means to have tokens minted. @see spec/engine.md, "Endpoints" */
export function appTerms({ workflowToken }: Brand, before: AppToken | undefined): readonly Fact[] {
  const end = before?.skipRevocation
    ? "It is not revoked: skip-token-revocation stands in the definition, so it lives an hour."
    : "It is revoked right after the engine has ended, however it did.";
  return [
    {
      name: "Key",
      text: "Makes tokens for all that the App is installed on, until it is deleted.",
    },
    {
      name: "Goes to",
      text: "A secret variable. Only the step that mints gets it, in both jobs that run an engine.",
    },
    who,
    {
      name: "Token",
      text: `Minted right before the engine, for the repositories that you name, and handed to it as ${workflowToken}.`,
    },
    { name: "Ends", text: end },
  ];
}

/** What it means to have models of one's own. @see spec/engine.md, "Endpoints" */
export function providerTerms(
  { workflowToken }: Brand,
  { credential }: Pick<Provider, "credential">,
): readonly Fact[] {
  const sees: Fact = {
    name: "Provider",
    text: "Is sent what the engine is told, and what it reads.",
  };
  const kept: Fact = {
    name: "Kept",
    text: "By a sidecar, which sends it to the provider. The engine has a placeholder.",
  };
  const forge: Fact = {
    name: "Forge",
    text: `No ${workflowToken} reaches the engine, unless you choose an App for it.`,
  };
  if (!credential) {
    return [
      sees,
      {
        name: "Forge",
        text: `The engine has a ${workflowToken} all the same, and could send it to the provider.`,
      },
    ];
  }
  if (credential.kind === "token") {
    const fetched = "Fetched right before the engine, through the service connection.";
    return [
      sees,
      { name: "Token", text: fetched },
      { name: "Lives", text: "About an hour." },
      kept,
      forge,
    ];
  }
  const lives = "Until somebody revokes it with the provider. No run ends it.";
  return [sees, { name: "Key", text: lives }, who, kept, forge];
}
