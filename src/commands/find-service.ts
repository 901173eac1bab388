import type { Service } from "../../flows/new/choose-service.ts";
import { findRepository } from "../compiler/project/find-repository.ts";
import { findRemoteBrand } from "../forge/remote-brand.ts";
import { InvalidInput } from "../shared/errors.ts";
import { openPrompter } from "./open-prompter.ts";
import type { AskingOptions } from "./open-prompter.ts";

export interface ServiceOptions extends Pick<AskingOptions, "plain" | "answers"> {
  readonly workflow?: boolean | undefined;
  readonly pipeline?: boolean | undefined;
  /** Directory of an agent definition, which implies Azure Pipelines. */
  readonly folder?: string | undefined;
}

interface FoundService {
  readonly service: Service;
  /** Whether the output should explain how to choose GitHub Actions instead. */
  readonly offersWorkflow: boolean;
}

/**
 * Returns the service that runs a new agent: the specified one, otherwise Azure Pipelines. In a
 * clone of a repository on GitHub, asks if there is a terminal or an answers file.
 * @throws InvalidInput if the options contradict each other
 */
export async function findService(
  name: string,
  { workflow, pipeline, folder, ...asking }: ServiceOptions,
): Promise<FoundService> {
  const other = pipeline ? "--pipeline" : folder === undefined ? undefined : "--folder";
  if (workflow && other !== undefined) {
    throw new InvalidInput(`--workflow and ${other} cannot be used together.`);
  }
  if (workflow) return { service: "workflow", offersWorkflow: false };
  const working = process.cwd();
  const isOnGitHub =
    other === undefined && (await findRemoteBrand(findRepository(working) ?? working)) === "github";
  const isAsked = asking.answers !== undefined || (process.stdin.isTTY && process.stdout.isTTY);
  if (!isOnGitHub || !isAsked) return { service: "pipeline", offersWorkflow: isOnGitHub };
  const header = { title: "new agent", subject: name, outline: [] };
  const { prompter } = await openPrompter({ ...asking, open: false }, header);
  try {
    const { chooseService } = await import("../../flows/new/choose-service.ts");
    return { service: await chooseService(prompter, name), offersWorkflow: false };
  } finally {
    await prompter.close();
  }
}
