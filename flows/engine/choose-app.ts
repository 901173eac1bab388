import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { validateAnswer } from "../../src/compiler/choice/validate-answer.ts";
import type { AppToken } from "../../src/compiler/engine/engine.ts";
import { countQuestions } from "../shared/count-questions.ts";
import type { EngineDeps } from "./engine-deps.ts";

const why =
  "The App ID, owner and repositories are not secret and become part of the pipeline. The private key is in a secret variable; the pipeline contains only the variable's name.";

/** Asks for the App whose token each run mints, and for its repositories. */
export async function chooseApp(
  { ask }: Pick<FlowContext, "ask">,
  { brand }: Pick<EngineDeps, "brand">,
  before: AppToken | undefined,
): Promise<AppToken> {
  const { appBlock, appKey } = brand.engine;
  const validate = (name: string, answer: string | readonly string[]) =>
    validateAnswer(brand.name, ["engine", appBlock, name], answer);
  const locations = countQuestions(5);
  const appId = await ask.text({
    id: "app-id",
    name: "App",
    title: "App ID or client ID:",
    position: locations.next(),
    initial: before?.appId ?? "",
    placeholder: "1234567",
    check: (text) =>
      text === "" ? "Enter the ID from the App's settings page." : validate("app-id", text),
    why,
  });
  const owner = await ask.text({
    id: "app-owner",
    name: "Owner",
    title: "Which account is the App installed on?",
    position: locations.next(),
    initial: before?.owner ?? "",
    placeholder: "my-organization",
    check: (text) => validate("owner", text),
    why,
  });
  const repositories = await ask.list({
    id: "app-repositories",
    name: "Repositories",
    title: "Which repositories can the token access?",
    position: locations.next(),
    entry: "repository",
    initial: before?.repositories ?? [],
    placeholder: "my-repository",
    body: ["Leave empty for all repositories of the installation."],
    check: (text) => validate("repositories", [text]),
    why,
  });
  const apiUrl = await ask.text({
    id: "app-api-url",
    name: "API",
    title: "API URL of your own server (optional):",
    position: locations.next(),
    initial: before?.apiUrl ?? "",
    placeholder: "https://forge.example.com/api/v3",
    body: ["Leave empty for the public API."],
    check: (text) => (text === "" ? undefined : validate("api-url", text)),
    why,
  });
  const privateKey = await ask.text({
    id: "app-key-variable",
    name: "Key variable",
    title: "Variable for the private key:",
    position: locations.next(),
    initial: before?.privateKey ?? appKey,
    body: ["Enter only the variable's name. The wizard asks for the key itself at the end."],
    check: (text) => validate("private-key", text),
    why,
  });
  return {
    appId,
    owner,
    ...(repositories.length > 0 && { repositories }),
    ...(apiUrl !== "" && { apiUrl: apiUrl.replace(/\/+$/, "") }),
    skipRevocation: before?.skipRevocation ?? false,
    privateKey,
  };
}
