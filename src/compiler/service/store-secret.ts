import { Incomplete } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import type { PipelineCli } from "./pipeline-cli.ts";
import { comparableAddress } from "./repository-address.ts";

/** Location of a variable: one pipeline, or a variable group that several pipelines can use. */
export type VariableLocation = PipelineLocation | { readonly kind: "group"; readonly id: string };

export interface PipelineLocation {
  readonly kind: "pipeline";
  readonly id: string;
  readonly name: string;
}

interface ServicePipeline {
  readonly id: string;
  readonly name: string;
  /** Folder in the list of pipelines. Pipelines in different folders can have the same name. */
  readonly folder: string;
}

export interface PipelineRequest {
  /** Paths relative to the root of the repository. */
  readonly files: readonly string[];
  /**
   * Addresses of this repository. A path alone is ambiguous, because a pipeline can use the same
   * path in another repository.
   */
  readonly remotes: readonly string[];
  /** ID or name of a pipeline, as entered. */
  readonly wanted?: string | undefined;
}

/**
 * Returns the requested pipeline or, by default, the pipelines that use files of this repository.
 * @throws Incomplete if no pipeline is found, or the name is ambiguous
 */
export async function findPipelines(
  cli: PipelineCli,
  { files, remotes, wanted }: PipelineRequest,
): Promise<readonly PipelineLocation[]> {
  const listed = readList(await cli.ask(["pipelines", "list"]));
  if (wanted !== undefined) return [toLocation(findWanted(listed, wanted))];
  const found: ServicePipeline[] = [];
  const others: string[] = [];
  for (const pipeline of listed) {
    const { file, repository } = readSource(
      await cli.ask(["pipelines", "show", "--id", pipeline.id]),
    );
    if (!files.includes(file)) continue;
    if (remotes.includes(repository)) found.push(pipeline);
    else others.push(`${pipeline.name} (${pipeline.id}) of ${repository || "no repository"}`);
  }
  if (found.length > 0) return found.map(toLocation);
  const own = remotes.join(" or ") || "this directory, which has no Git remote";
  const elsewhere =
    others.length > 0 ? ` Pipelines of other repositories: ${others.join(", ")}.` : "";
  throw new Incomplete(
    `No pipeline in the project uses ${files.join(" or ")} from ${own}.${elsewhere}`,
    [
      {
        text: "Create a pipeline for that file in Azure Pipelines, or specify one with --pipeline",
      },
    ],
  );
}

/** Finds a pipeline by its unique ID or by its name. */
function findWanted(listed: readonly ServicePipeline[], wanted: string): ServicePipeline {
  const byId = listed.find(({ id }) => id === wanted);
  if (byId) return byId;
  const [named, ...others] = listed.filter(({ name }) => name === wanted);
  if (named && others.length === 0) return named;
  if (!named) {
    const names = listed.map(({ name }) => name).join(", ") || "none";
    throw new Incomplete(`Pipeline not found: "${wanted}". Available: ${names}.`);
  }
  const all = [named, ...others];
  const locations = all.map(({ id, folder }) => `${id} in ${folder}`).join(", ");
  throw new Incomplete(`${all.length} pipelines are named "${wanted}": ${locations}.`, [
    {
      text: `Select one of the pipelines by ID: ${all.map(({ id }) => `--pipeline ${id}`).join(" or ")}`,
    },
  ]);
}

function toLocation({ id, name }: ServicePipeline): PipelineLocation {
  return { kind: "pipeline", id, name };
}

function readList(answer: unknown): readonly ServicePipeline[] {
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((entry: unknown) => {
    const [id, name] = [field(entry, "id"), field(entry, "name")];
    const folder = field(entry, "path");
    if (typeof name !== "string" || typeof id !== "number") return [];
    return [{ id: `${id}`, name, folder: typeof folder === "string" ? folder : "\\" }];
  });
}

/** @returns empty strings for missing values */
function readSource(answer: unknown): { readonly file: string; readonly repository: string } {
  const file = field(field(answer, "process"), "yamlFilename");
  const address = field(field(answer, "repository"), "url");
  return {
    file: typeof file === "string" ? file.replace(/^\//, "") : "",
    repository: typeof address === "string" ? comparableAddress(address) : "",
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

/**
 * Environment variable from which the Azure CLI reads the variable's value. All other ways to pass
 * the value need a terminal or expose the value.
 */
const valueVariable = (name: string) => `AZURE_DEVOPS_EXT_PIPELINE_VAR_${name}`;

/** Returns the CLI command and arguments for the variables of a pipeline or group. */
function commandFor(location: VariableLocation) {
  return location.kind === "group"
    ? {
        command: ["pipelines", "variable-group", "variable"],
        at: ["--group-id", location.id],
      }
    : { command: ["pipelines", "variable"], at: ["--pipeline-id", location.id] };
}

/** A stored variable, without its value. */
export interface ListedVariable {
  readonly name: string;
  /** False if anyone who can see the pipeline or group can also read the value. */
  readonly isSecret: boolean;
}

export async function listVariables(
  cli: PipelineCli,
  location: VariableLocation,
): Promise<readonly ListedVariable[]> {
  const { command, at } = commandFor(location);
  const known = await cli.ask([...command, "list", ...at]);
  if (typeof known !== "object" || known === null) return [];
  return Object.entries(known).map(([name, about]) => ({
    name,
    isSecret: field(about, "isSecret") === true,
  }));
}

/**
 * Creates or replaces a secret variable.
 * @returns whether the variable was created or replaced
 */
export async function storeSecret(
  cli: PipelineCli,
  location: VariableLocation,
  { name, value }: { readonly name: string; readonly value: Secret },
): Promise<"created" | "replaced"> {
  const { command, at } = commandFor(location);
  const names = await listVariables(cli, location);
  const before = names.find(({ name: each }) => each.toLowerCase() === name.toLowerCase());
  const own = before?.name ?? name;
  const what = ["--name", own, "--secret", "true"];
  const secrets = { [valueVariable(own)]: value };
  if (before === undefined) {
    await cli.ask([...command, "create", ...at, ...what], secrets);
    return "created";
  }
  await cli.ask([...command, "update", ...at, ...what, "--prompt-value", "true"], secrets);
  return "replaced";
}
