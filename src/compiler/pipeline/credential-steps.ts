import type { Brand } from "../../forge/brand.ts";
import type { AppToken, Engine, Provider } from "../engine/engine.ts";
import { providerToken } from "../engine/variables.ts";
import type { BashStep, TaskStep } from "./pipeline.ts";
import { failWith, runNode, strict } from "./shell.ts";

/** Source text of the Node programs that a pipeline embeds. */
export interface Programs {
  readonly mint: string;
  readonly revoke: string;
}

/**
 * Returns the step that mints the engine's token directly before the engine starts. Only this step
 * receives the App's key.
 */
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

/**
 * Returns the step that revokes the token, even if the engine failed. A failed revocation does not
 * fail the build.
 */
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
      env: { APP_TOKEN: { variable, origin: "minted", why: "to revoke the token" } },
    },
  ];
}

/**
 * Returns a step that clears unrevoked tokens from the job's variables, because every step after
 * the engine can read these variables.
 */
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
      displayName: "Clear the engine's credentials",
      condition: "always()",
      script: `${lines.join("\n")}\n`,
    },
  ];
}

/** Default audience of a provider token. */
const defaultAudience = "https://cognitiveservices.azure.com";

/**
 * Returns the step that fetches the provider's token through a service connection. It is the last
 * step before the engine, because the token is valid for only about an hour.
 */
export function mintProviderToken({ credential }: Provider): readonly TaskStep[] {
  if (credential?.kind !== "token") return [];
  const { serviceConnection, resource = defaultAudience } = credential;
  const script = [
    strict,
    `az account get-access-token --resource='${resource}' --query accessToken --output tsv | {`,
    "  IFS= read -r token || true",
    '  case "$token" in',
    "    '' | *[!A-Za-z0-9._~+/=-]*)",
    ...failWith("The Azure CLI returned no access token.").map((line) => `      ${line}`),
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
