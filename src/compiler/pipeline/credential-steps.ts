import type { Brand } from "../../forge/brand.ts";
import type { AppToken, Engine, Provider } from "../engine/engine.ts";
import { providerToken } from "../engine/variables.ts";
import type { BashStep, TaskStep } from "./pipeline.ts";
import { failWith, runNode, strict } from "./shell.ts";

/** Programs that a pipeline carries: texts for Node. */
export interface Programs {
  readonly mint: string;
  readonly revoke: string;
}

/** Mints the engine's token, right before the engine. It has the App's key, and no other step has. */
export function mintAppToken(
  { appId, owner, repositories, apiUrl, privateKey }: AppToken,
  { brand, programs }: { readonly brand: Brand; readonly programs: Programs },
): BashStep {
  const args = [
    "--app-id",
    appId,
    "--owner",
    owner,
    "--output-var",
    brand.engine.appToken,
    "--key-variable",
    privateKey,
    ...(repositories ? ["--repositories", repositories.join(" ")] : []),
    ...(apiUrl === undefined ? [] : ["--api-url", apiUrl]),
  ];
  return {
    kind: "bash",
    displayName: `Mint the engine's token (App ${appId} of ${owner})`,
    condition: "succeeded()",
    script: `${[strict, ...runNode(args, programs.mint)].join("\n")}\n`,
    env: {
      APP_KEY: {
        variable: privateKey,
        origin: "variable",
        why: `the App's private key, to mint ${brand.engine.appToken}`,
      },
    },
  };
}

/** Ends the token, however the engine ended, and never the build. */
export function revokeAppToken(
  { apiUrl, skipRevocation }: AppToken,
  { brand, programs }: { readonly brand: Brand; readonly programs: Programs },
): readonly BashStep[] {
  if (skipRevocation) return [];
  const variable = brand.engine.appToken;
  const args = ["--clear", variable, ...(apiUrl === undefined ? [] : ["--api-url", apiUrl])];
  return [
    {
      kind: "bash",
      displayName: "Revoke the engine's token",
      condition: "always()",
      continueOnError: true,
      script: `${runNode(args, programs.revoke).join("\n")}\n`,
      env: { APP_TOKEN: { variable, origin: "minted", why: "to revoke it" } },
    },
  ];
}

/** Empties what a step minted and no step has ended: those that come after the engine can ask for any variable of the job. */
export function forgetTokens(
  { appToken, provider }: Engine,
  { engine }: Brand,
): readonly BashStep[] {
  const left = [
    ...(appToken?.skipRevocation ? [engine.appToken] : []),
    ...(provider?.credential?.kind === "token" ? [providerToken] : []),
  ];
  if (left.length === 0) return [];
  const lines = left.map((name) => `echo '##vso[task.setvariable variable=${name};issecret=true]'`);
  return [
    {
      kind: "bash",
      displayName: "Forget the engine's credentials",
      condition: "always()",
      script: `${lines.join("\n")}\n`,
    },
  ];
}

/** The cloud's audience for models, where a definition names none. */
const defaultAudience = "https://cognitiveservices.azure.com";

/** Fetches the provider's token by a service connection: it lives about an hour, so this comes last. */
export function mintProviderToken({ credential }: Provider): readonly TaskStep[] {
  if (credential?.kind !== "token") return [];
  const { serviceConnection, resource = defaultAudience } = credential;
  const script = [
    strict,
    `az account get-access-token --resource '${resource}' --query accessToken --output tsv | {`,
    "  IFS= read -r token || true",
    '  case "$token" in',
    "    '' | *[!A-Za-z0-9._~+/=-]*)",
    ...failWith("The cloud gave no access token.").map((line) => `      ${line}`),
    "      ;;",
    "  esac",
    `  echo "##vso[task.setvariable variable=${providerToken};issecret=true]$token"`,
    "}",
  ];
  return [
    {
      kind: "task",
      task: "AzureCLI@2",
      displayName: "Fetch the provider's token",
      inputs: {
        azureSubscription: serviceConnection,
        scriptType: "bash",
        scriptLocation: "inlineScript",
        inlineScript: `${script.join("\n")}\n`,
      },
      connection: { name: serviceConnection, why: `to fetch ${providerToken} for ${resource}` },
    },
  ];
}
