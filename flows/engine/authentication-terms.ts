import type { Fact } from "../../src/prompts/prompter.ts";
import type { AppToken, Provider } from "../../src/compiler/engine/engine.ts";
import type { Brand } from "../../src/forge/brand.ts";

const who: Fact = {
  name: "Usable by",
  text: "Anyone who can change this pipeline or a branch that it runs on.",
};

/**
 * Returns facts about storing a personal access token for the engine.
 * @see spec/engine.md, "Authentication"
 */
export function tokenTerms({ workflowToken }: Brand): readonly Fact[] {
  return [
    { name: "Access", text: "Everything that its owner granted. The token acts as that person." },
    {
      name: "Stored as",
      text: `Secret variable ${workflowToken}. Both jobs that run an engine pass it to the engine.`,
    },
    who,
    {
      name: "Valid",
      text: "Until it expires or is revoked. Runs do not revoke or renew it.",
    },
  ];
}

/**
 * Returns facts about the tokens that each run mints.
 * @see spec/engine.md, "Endpoints"
 */
export function appTerms({ workflowToken }: Brand, before: AppToken | undefined): readonly Fact[] {
  const end = before?.skipRevocation
    ? "Never, because the definition sets skip-token-revocation. It expires after one hour."
    : "Immediately after the engine stops, even after a failure.";
  return [
    {
      name: "Key",
      text: "Can mint tokens for all of the App's installations, until the key is deleted.",
    },
    {
      name: "Stored as",
      text: "A secret variable. In both jobs that run an engine, only the step that mints the token receives it.",
    },
    who,
    {
      name: "Token",
      text: `Minted immediately before the engine starts, for the selected repositories, and passed as ${workflowToken}.`,
    },
    { name: "Revoked", text: end },
  ];
}

/**
 * Returns facts about a custom model provider.
 * @see spec/engine.md, "Endpoints"
 */
export function providerTerms(
  { workflowToken }: Brand,
  { credential }: Pick<Provider, "credential">,
): readonly Fact[] {
  const sees: Fact = {
    name: "Provider",
    text: "Receives the prompt and the data that the engine sends to the model.",
  };
  const kept: Fact = {
    name: "Protection",
    text: "A sidecar adds the credential to the requests. The engine has only a placeholder.",
  };
  const forge: Fact = {
    name: "Access",
    text: `The engine does not receive ${workflowToken} unless you also choose an App.`,
  };
  if (!credential) {
    return [
      sees,
      {
        name: "Access",
        text: `The engine still receives ${workflowToken}, and could send it to the provider.`,
      },
    ];
  }
  if (credential.kind === "token") {
    const fetched = "Fetched immediately before the engine starts, through the service connection.";
    return [
      sees,
      { name: "Token", text: fetched },
      { name: "Valid", text: "About one hour." },
      kept,
      forge,
    ];
  }
  const lives = "Valid until it is revoked at the provider. Runs do not revoke it.";
  return [sees, { name: "Key", text: lives }, who, kept, forge];
}
