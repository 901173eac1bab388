import { runCommand } from "../../shared/run-command.ts";

/**
 * Returns the addresses of a clone's remotes: only `origin`, or all remotes if there is no
 * `origin`.
 * @returns addresses as `comparableAddress` formats them; none outside of a clone
 */
export async function findRemotes(root: string): Promise<readonly string[]> {
  const ended = await runCommand({ program: ["git", "-C", root] }, ["remote", "--verbose"]);
  if (!ended || ended.exitCode !== 0) return [];
  const remotes = ended.output
    .reveal()
    .split("\n")
    .flatMap((line) => {
      const [, name, address] = /^(\S+)\t(.*) \(fetch\)$/.exec(line) ?? [];
      return name === undefined || address === undefined ? [] : [{ name, address }];
    });
  const origins = remotes.filter(({ name }) => name === "origin");
  const chosen = origins.length > 0 ? origins : remotes;
  return [...new Set(chosen.map(({ address }) => comparableAddress(address)))];
}

/**
 * Normalizes the address of a repository to a form such as `dev.azure.com/acme/agents/_git/agents`.
 * Removes the scheme, user, port and `.git`. Converts to lower case, because the hosts ignore case.
 */
export function comparableAddress(address: string): string {
  const [, rest = ""] = /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?(.*)$/is.exec(decoded(address.trim())) ?? [];
  const plain = rest
    .toLowerCase()
    .replace(/^([^/:]+):\d+(?=\/)/, "$1")
    .replace(/^([^/:]+):/, "$1/")
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");
  return ofService(plain.split("/")).join("/");
}

/** Converts SSH addresses and older host names of Azure Repos to the current form. */
function ofService([host = "", ...path]: readonly string[]): readonly string[] {
  const today = "dev.azure.com";
  if (/^(?:vs-ssh\.visualstudio\.com|ssh\.dev\.azure\.com)$/.test(host) && path[0] === "v3") {
    const [, organization = "", project = "", name = ""] = path;
    return [today, organization, project, "_git", name];
  }
  const [, organization] = /^([^.]+)\.visualstudio\.com$/.exec(host) ?? [];
  const [first, ...others] = path;
  const below = organization !== undefined && first === "defaultcollection" ? others : path;
  const complete = organization === undefined ? [host, ...path] : [today, organization, ...below];
  // The first repository of a project has the same name as the project, so its address can omit the
  // repository name.
  const [, owner = "", word, name = ""] = complete;
  return complete[0] === today && word === "_git" ? [today, owner, name, "_git", name] : complete;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
