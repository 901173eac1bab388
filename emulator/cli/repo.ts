import type { CliIo } from "./cli-io.ts";
import { readLogin } from "./login.ts";
import { readArguments, readRepository } from "./read-arguments.ts";
import { requestJson } from "./send-request.ts";

interface Repository {
  readonly full_name: string;
  readonly description: string | null;
  readonly visibility: string;
  readonly default_branch: string;
}

/** Implements `repo view`: prints the same lines that `gh` prints in scripts. */
export async function viewRepository(args: readonly string[], io: CliIo): Promise<number> {
  const usage = "repo view OWNER/REPO";
  const { positionals } = readArguments(args, { usage, options: {}, words: [1, 1] });
  const repository = readRepository(positionals[0]);
  const login = await readLogin(io.env, repository.host);
  const json = await requestJson(login, { method: "GET", path: repository.path });
  const { full_name, description, visibility, default_branch } = json as Repository;
  io.stdout(
    [
      `name:\t${full_name}`,
      `description:\t${description ?? ""}`,
      `visibility:\t${visibility}`,
      `default branch:\t${default_branch}`,
      "",
    ].join("\n"),
  );
  return 0;
}
