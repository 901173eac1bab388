import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { validateAnswer } from "../../src/compiler/choice/validate-answer.ts";
import type { AppToken } from "../../src/compiler/engine/engine.ts";
import { countQuestions } from "../shared/count-questions.ts";
import type { EngineDeps } from "./engine-deps.ts";

const why =
  "The App's number, its owner and the repositories are no secrets: they stand in the pipeline. Its private key is a secret variable, of which only the name stands there.";

/** Whose token each run mints, and for which repositories. */
export async function chooseApp(
  { ask }: Pick<FlowContext, "ask">,
  { brand }: Pick<EngineDeps, "brand">,
  before: AppToken | undefined,
): Promise<AppToken> {
  const { appBlock, appKey } = brand.engine;
  const judge = (name: string, answer: string | readonly string[]) =>
    validateAnswer(brand.name, ["engine", appBlock, name], answer);
  const places = countQuestions(5);
  const appId = await ask.text({
    id: "app-id",
    name: "App",
    title: "The App's number, or its client ID:",
    place: places.next(),
    initial: before?.appId ?? "",
    placeholder: "1234567",
    check: (text) =>
      text === "" ? "It stands on the App's settings page." : judge("app-id", text),
    why,
  });
  const owner = await ask.text({
    id: "app-owner",
    name: "Owner",
    title: "Who is it installed for?",
    place: places.next(),
    initial: before?.owner ?? "",
    placeholder: "my-organization",
    check: (text) => judge("owner", text),
    why,
  });
  const repositories = await ask.list({
    id: "app-repositories",
    name: "Repositories",
    title: "For which repositories is the token?",
    place: places.next(),
    entry: "repository",
    initial: before?.repositories ?? [],
    placeholder: "my-repository",
    body: ["Without one: for all that it is installed on."],
    check: (text) => judge("repositories", [text]),
    why,
  });
  const apiUrl = await ask.text({
    id: "app-api-url",
    name: "API",
    title: "API of a server of your own, or nothing:",
    place: places.next(),
    initial: before?.apiUrl ?? "",
    placeholder: "https://forge.example.com/api/v3",
    body: ["Nothing means the forge's public one."],
    check: (text) => (text === "" ? undefined : judge("api-url", text)),
    why,
  });
  const privateKey = await ask.text({
    id: "app-key-variable",
    name: "Key's variable",
    title: "Variable that holds the private key:",
    place: places.next(),
    initial: before?.privateKey ?? appKey,
    body: ["Its name. The key itself is asked for at the end."],
    check: (text) => judge("private-key", text),
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
