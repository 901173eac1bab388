import { runCommand } from "../../shared/run-command.ts";

/**
 * Where a clone comes from: its remote `origin`, or all that it has without one of that name.
 * @returns addresses as `comparableAddress` has them; none outside of a clone
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
 * A repository's address in one spelling, whichever way leads there: `dev.azure.com/acme/agents/_git/agents`. Without a scheme,
 * a user, a port, `.git`; in small letters, as the hosts do not tell cases apart.
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

/** The pipeline service's own repositories: older hosts, and the way by SSH, in the spelling of today's addresses. */
function ofService([host = "", ...path]: readonly string[]): readonly string[] {
  const today = "dev.azure.com";
  if (/^(?:vs-ssh\.visualstudio\.com|ssh\.dev\.azure\.com)$/.test(host) && path[0] === "v3") {
    const [, organization = "", project = "", name = ""] = path;
    return [today, organization, project, "_git", name];
  }
  const [, organization] = /^([^.]+)\.visualstudio\.com$/.exec(host) ?? [];
  const [first, ...others] = path;
  const below = organization !== undefined && first === "defaultcollection" ? others : path;
  const whole = organization === undefined ? [host, ...path] : [today, organization, ...below];
  // A project's first repository has its name, and may leave it away.
  const [, owner = "", word, name = ""] = whole;
  return whole[0] === today && word === "_git" ? [today, owner, name, "_git", name] : whole;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
