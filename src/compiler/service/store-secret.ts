import { Incomplete } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import type { PipelineCli } from "./pipeline-cli.ts";

/** Where a variable is kept: with one pipeline, or in a group that several take. */
export type VariablePlace = PipelinePlace | { readonly kind: "group"; readonly id: string };

export interface PipelinePlace {
  readonly kind: "pipeline";
  readonly id: string;
  readonly name: string;
}

/** What a pipeline of the service is made of. */
interface ServicePipeline {
  readonly id: string;
  readonly name: string;
  /** From the repository's root, without a slash before it. */
  readonly file: string;
}

/** The pipelines that are made of one of these files. @throws Incomplete where there is none */
export async function findPipelines(
  cli: PipelineCli,
  { files, wanted }: { readonly files: readonly string[]; readonly wanted?: string | undefined },
): Promise<readonly PipelinePlace[]> {
  const listed = readList(await cli.ask(["pipelines", "list"]));
  const named = listed.filter(
    ({ id, name }) => wanted === undefined || [id, name].includes(wanted),
  );
  if (wanted !== undefined) {
    if (named.length > 0) return named.map(toPlace);
    const names = listed.map(({ name }) => name).join(", ") || "none";
    throw new Incomplete(`There is no pipeline "${wanted}"; there are: ${names}.`);
  }
  const found: ServicePipeline[] = [];
  for (const { id, name } of named) {
    const file = readFile(await cli.ask(["pipelines", "show", "--id", id]));
    if (files.includes(file)) found.push({ id, name, file });
  }
  if (found.length > 0) return found.map(toPlace);
  throw new Incomplete(`No pipeline of the project is made of ${files.join(" or ")}.`, [
    { say: "Make one of that file in the service, or name one with --pipeline" },
  ]);
}

function toPlace({ id, name }: Pick<ServicePipeline, "id" | "name">): PipelinePlace {
  return { kind: "pipeline", id, name };
}

function readList(answer: unknown): readonly { readonly id: string; readonly name: string }[] {
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((entry: unknown) => {
    const [id, name] = [field(entry, "id"), field(entry, "name")];
    return typeof name === "string" && typeof id === "number" ? [{ id: `${id}`, name }] : [];
  });
}

function readFile(answer: unknown): string {
  const file = field(field(answer, "process"), "yamlFilename");
  return typeof file === "string" ? file.replace(/^\//, "") : "";
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

/** The names of the variables that are there; never what is in them. */
export async function listVariables(
  cli: PipelineCli,
  place: VariablePlace,
): Promise<readonly string[]> {
  const { command, at } = commandFor(place);
  const known = await cli.ask([...command, "list", ...at]);
  return typeof known === "object" && known !== null ? Object.keys(known) : [];
}

/** Stores a secret variable, new or in the place of one. @returns which it was */
export async function storeSecret(
  cli: PipelineCli,
  place: VariablePlace,
  { name, value }: { readonly name: string; readonly value: Secret },
): Promise<"created" | "replaced"> {
  const { command, at } = commandFor(place);
  const names = await listVariables(cli, place);
  const before = names.find((each) => each.toLowerCase() === name.toLowerCase());
  const own = before ?? name;
  const what = ["--name", own, "--secret", "true"];
  const secrets = { [valueVariable(own)]: value };
  if (before === undefined) {
    await cli.ask([...command, "create", ...at, ...what], secrets);
    return "created";
  }
  await cli.ask([...command, "update", ...at, ...what, "--prompt-value", "true"], secrets);
  return "replaced";
}
