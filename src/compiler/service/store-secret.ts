import { Incomplete } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import type { PipelineCli } from "./pipeline-cli.ts";
import { comparableAddress } from "./repository-address.ts";

/** Where a variable is kept: with one pipeline, or in a group that several take. */
export type VariablePlace = PipelinePlace | { readonly kind: "group"; readonly id: string };

export interface PipelinePlace {
  readonly kind: "pipeline";
  readonly id: string;
  readonly name: string;
}

interface ServicePipeline {
  readonly id: string;
  readonly name: string;
  /** The folder of the service's list that it is in; two may have a pipeline of one name each. */
  readonly folder: string;
}

export interface PipelineRequest {
  /** From the repository's root. */
  readonly files: readonly string[];
  /** Addresses of this repository: the same file of another one makes another pipeline. */
  readonly remotes: readonly string[];
  /** What a person names, by its number or its name. */
  readonly wanted?: string | undefined;
}

/** The pipelines that are made of this repository's files, or the one that is wanted. @throws Incomplete where there is none, or more than is clear */
export async function findPipelines(
  cli: PipelineCli,
  { files, remotes, wanted }: PipelineRequest,
): Promise<readonly PipelinePlace[]> {
  const listed = readList(await cli.ask(["pipelines", "list"]));
  if (wanted !== undefined) return [toPlace(findWanted(listed, wanted))];
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
  if (found.length > 0) return found.map(toPlace);
  const own = remotes.join(" or ") || "this folder, which has no git remote";
  const elsewhere = others.length > 0 ? ` Of others are: ${others.join(", ")}.` : "";
  throw new Incomplete(
    `No pipeline of the project is made of ${files.join(" or ")} of ${own}.${elsewhere}`,
    [{ say: "Make one of that file in the service, or name one with --pipeline" }],
  );
}

/** A number is one pipeline's alone; a name may be that of several. */
function findWanted(listed: readonly ServicePipeline[], wanted: string): ServicePipeline {
  const byId = listed.find(({ id }) => id === wanted);
  if (byId) return byId;
  const [named, ...others] = listed.filter(({ name }) => name === wanted);
  if (named && others.length === 0) return named;
  if (!named) {
    const names = listed.map(({ name }) => name).join(", ") || "none";
    throw new Incomplete(`There is no pipeline "${wanted}"; there are: ${names}.`);
  }
  const all = [named, ...others];
  const places = all.map(({ id, folder }) => `${id} in ${folder}`).join(", ");
  throw new Incomplete(`There are ${all.length} pipelines "${wanted}": ${places}.`, [
    { say: `Name one by its number: ${all.map(({ id }) => `--pipeline ${id}`).join(" or ")}` },
  ]);
}

function toPlace({ id, name }: ServicePipeline): PipelinePlace {
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

/** @returns empty texts for what the service does not say */
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

/** The only way by which the CLI takes a value without a terminal and without showing it. */
const valueVariable = (name: string) => `AZURE_DEVOPS_EXT_PIPELINE_VAR_${name}`;

/** How the CLI is asked about the variables of a place. */
function commandFor(place: VariablePlace) {
  return place.kind === "group"
    ? {
        command: ["pipelines", "variable-group", "variable"],
        at: ["--group-id", place.id],
      }
    : { command: ["pipelines", "variable"], at: ["--pipeline-id", place.id] };
}

/** A variable of a place; never what is in it. */
export interface ListedVariable {
  readonly name: string;
  /** Of another one everybody reads the value who sees the place. */
  readonly isSecret: boolean;
}

/** The variables that are there. */
export async function listVariables(
  cli: PipelineCli,
  place: VariablePlace,
): Promise<readonly ListedVariable[]> {
  const { command, at } = commandFor(place);
  const known = await cli.ask([...command, "list", ...at]);
  if (typeof known !== "object" || known === null) return [];
  return Object.entries(known).map(([name, about]) => ({
    name,
    isSecret: field(about, "isSecret") === true,
  }));
}

/** Stores a secret variable, new or in the place of one. @returns which it was */
export async function storeSecret(
  cli: PipelineCli,
  place: VariablePlace,
  { name, value }: { readonly name: string; readonly value: Secret },
): Promise<"created" | "replaced"> {
  const { command, at } = commandFor(place);
  const names = await listVariables(cli, place);
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
