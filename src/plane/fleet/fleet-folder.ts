import { InvalidInput } from "../../shared/errors.ts";
import { writeTextFile } from "../../shared/json-file.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { fleetFileMark } from "./fleet-file.ts";
import { readText } from "../../run/control/control-folder.ts";

/**
 * Reads the existing workflow; undefined if the file does not exist.
 *
 * @throws InvalidInput for a file that gatehouse did not write and so must not replace
 */
export async function readFleetFile(path: string): Promise<string | undefined> {
  const text = await readText(path);
  if (text === undefined || text.startsWith(`${fleetFileMark}\n`)) return text;
  throw new InvalidInput(
    `${path} was not written by ${ownCommandLine("fleet", "render")}, so it was not replaced.`,
    [{ text: "Choose another file with --output, or move this file elsewhere" }],
  );
}

export function writeFleetFile(path: string, text: string): Promise<void> {
  return writeTextFile(path, text);
}

/**
 * Returns the environment name; undefined if the name is empty.
 *
 * @throws InvalidInput for a name that would need quotes in a workflow
 */
export function requireEnvironment(name: string | undefined): string | undefined {
  if (name === undefined || name === "") return undefined;
  if (/^[A-Za-z][\w.-]{0,254}$/.test(name)) return name;
  throw new InvalidInput(`"${name}" is not a valid environment name.`, [
    { text: "Use only letters, digits, - and _, for example control-plane" },
  ]);
}
