import { CliFailure } from "./cli-failure.ts";
import type { CliIo } from "./cli-io.ts";
import { readLogin, type Login } from "./login.ts";
import { readArguments } from "./read-arguments.ts";
import { sendRequest, type CliReply } from "./send-request.ts";

const options = { hostname: { type: "string", short: "h" } } as const;

/** Implements `auth status`: prints the account, the source of the token and its scopes. */
export async function showLogin(args: readonly string[], io: CliIo): Promise<number> {
  const usage = "auth status [--hostname HOST]";
  const { values } = readArguments(args, { usage, options, words: [0, 0] });
  const login = await readLogin(io.env, values.hostname);
  const reply = await sendRequest(login, { method: "GET", path: "user" });
  if (reply.status !== 200) {
    const who = login.user ? ` account ${login.user}` : "";
    const lines = [
      login.host,
      `  X Failed to log in to ${login.host}${who} (${login.source})`,
      `  - The token in ${login.source} is invalid (HTTP ${reply.status}).`,
    ];
    throw new CliFailure(lines.join("\n"));
  }
  io.stdout(describeLogin(login, reply));
  return 0;
}

function describeLogin(login: Login, reply: CliReply): string {
  const { login: user } = JSON.parse(reply.body) as { login: string };
  const scopes = reply.headers["x-oauth-scopes"];
  return [
    login.host,
    `  ✓ Logged in to ${login.host} account ${user} (${login.source})`,
    "  - Active account: true",
    `  - Token: ${kindOfToken(login)}${"*".repeat(36)}`,
    ...(typeof scopes === "string" ? [`  - Token scopes: ${quoteScopes(scopes)}`] : []),
    "",
  ].join("\n");
}

/** Returns the token's prefix, which shows the kind of token but not its secret part. */
function kindOfToken(login: Login): string {
  return /^[a-z]{3,6}_(?:pat_)?/.exec(login.token.reveal())?.[0] ?? "";
}

function quoteScopes(scopes: string): string {
  const words = scopes.split(",").map((scope) => scope.trim());
  return words.map((scope) => (scope ? `'${scope}'` : "none")).join(", ");
}

/** Implements `auth token`: prints the token for the calling program. */
export async function printToken(args: readonly string[], io: CliIo): Promise<number> {
  const usage = "auth token [--hostname HOST]";
  const { values } = readArguments(args, { usage, options, words: [0, 0] });
  const login = await readLogin(io.env, values.hostname).catch((error: unknown) => {
    if (!(error instanceof CliFailure)) throw error;
    throw new CliFailure(`no oauth token found. ${error.message}`, error.code === 2 ? 2 : 1);
  });
  io.stdout(`${login.token.reveal()}\n`);
  return 0;
}
