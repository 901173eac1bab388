import { InvalidInput } from "../../shared/errors.ts";
import { writeTextFile } from "../../shared/json-file.ts";
import { readText } from "../shared-control/control-folder.ts";

/** The workflow as it is there; undefined where there is none. */
export function readFleetFile(path: string): Promise<string | undefined> {
  return readText(path);
}

export function writeFleetFile(path: string, text: string): Promise<void> {
  return writeTextFile(path, text);
}

/** @throws InvalidInput for a name that a workflow would not take as it stands */
export function requireEnvironment(name: string | undefined): string | undefined {
  if (name === undefined || /^[A-Za-z][\w.-]{0,254}$/.test(name)) return name;
  throw new InvalidInput(`"${name}" is no name of an environment.`, [
    { say: "Name it with letters, digits, - and _, as control-plane is" },
  ]);
}
