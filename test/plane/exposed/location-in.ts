import type { ControlSession } from "../../../src/plane/repository/control-session.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import type { OpenForge } from "../../emulator/open-forge.ts";
import { connectInProcess } from "../../flows/setup/connect-in-process.ts";

const home = "/repos/acme/control";

/** Returns the control repository of an embedded forge with its operator's session. */
export async function placeIn({ emulator }: OpenForge): Promise<ControlSession> {
  const client = await connectInProcess(emulator).client();
  return { client, repository: requireRepositoryName("acme/control", "--repo") };
}

export async function writeVariable(forge: OpenForge, name: string, value: string): Promise<void> {
  await forge.rest("POST", `${home}/actions/variables`, { body: { name, value } });
}

export async function readVariable(forge: OpenForge, name: string): Promise<string> {
  return (await forge.rest("GET", `${home}/actions/variables/${name}`)).json.value as string;
}

export async function writeFile(forge: OpenForge, path: string, text: string): Promise<void> {
  const content = Buffer.from(text).toString("base64");
  await forge.rest("PUT", `${home}/contents/${path}`, { body: { message: "m", content } });
}

export async function readFile(forge: OpenForge, path: string): Promise<string> {
  const { json } = await forge.rest("GET", `${home}/contents/${path}`);
  return Buffer.from(json.content as string, "base64").toString();
}
