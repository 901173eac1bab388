import { InvalidInput } from "../../shared/errors.ts";
import { writeTextFile } from "../../shared/json-file.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { fleetFileMark } from "./fleet-file.ts";
import { readText } from "../../run/control/control-folder.ts";

/**
 * The workflow as it is there; undefined where there is none.
 * @throws InvalidInput for a file that somebody else wrote: it is not replaced
 */
export async function readFleetFile(path: string): Promise<string | undefined> {
  const text = await readText(path);
  if (text === undefined || text.startsWith(`${fleetFileMark}\n`)) return text;
  throw new InvalidInput(
    `${path} was not written by ${ownCommandLine("fleet", "render")}, and is left as it is.`,
    [{ say: "Name another file by --output, or move this one away" }],
  );
}

export function writeFleetFile(path: string, text: string): Promise<void> {
  return writeTextFile(path, text);
}

/** None for an empty name. @throws InvalidInput for a name that a workflow would not take as it stands */
export function requireEnvironment(name: string | undefined): string | undefined {
  if (name === undefined || name === "") return undefined;
  if (/^[A-Za-z][\w.-]{0,254}$/.test(name)) return name;
  throw new InvalidInput(`"${name}" is no name of an environment.`, [
    { say: "Name it with letters, digits, - and _, as control-plane is" },
  ]);
}
