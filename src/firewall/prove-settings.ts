import type { LoadedSettings } from "./load-settings.ts";
import { readProvider } from "./provider.ts";
import { compilePolicy, type Compiled } from "./rules/compile-policy.ts";
import { proveClaims, type ProvenClaims } from "./rules/prove-claims.ts";
import type { RuleProblem, WrittenClaim } from "./rules/rule-options.ts";
import { InvalidInput } from "../shared/errors.ts";

/** Returns the claims of a command line: one for each `--never`, with all exceptions. */
export function claimsOf({
  never,
  except = [],
}: {
  readonly never: readonly string[];
  readonly except?: readonly string[];
}): WrittenClaim[] {
  const place = (option: string) => (text: string, index: number) => ({
    id: `--${option} ${index + 1}`,
    text,
  });
  return never
    .map(place("never"))
    .map((rule) => ({ never: rule, except: except.map(place("except")) }));
}

type ClaimedSettings = Pick<LoadedSettings, "settings" | "policy" | "book" | "problems">;

/**
 * Proves claims about the rules of a run. If the run has a sidecar, the provider is an allowed
 * destination too.
 * @param env the caller's environment, which contains the address of the sidecar's provider
 */
export async function proveSettings(
  claims: readonly WrittenClaim[],
  { loaded, env }: { readonly loaded: ClaimedSettings; readonly env: NodeJS.ProcessEnv },
): Promise<ProvenClaims> {
  const { settings, policy, book, problems } = loaded;
  if (!policy || !book || problems.length > 0) return { proven: [], problems };
  if (claims.length === 0 || !settings.enableApiProxy)
    return proveClaims(claims, [{ policy, book }]);
  const { engine } = settings;
  const id = engine === undefined ? "--enable-api-proxy" : `--engine ${engine}`;
  const baseUrl = findProvider(settings, env);
  if ("problem" in baseUrl) return { proven: [], problems: [{ id, ...baseUrl }] };
  const provider = await compileProvider(baseUrl, id);
  return provider.policy
    ? proveClaims(claims, [
        { policy, book },
        { ...provider, isSidecar: true },
      ])
    : { proven: [], problems: provider.problems };
}

/** @throws InvalidInput if no rule exists, so that every claim would hold */
export function requireRules({ book, problems, settings }: ClaimedSettings): void {
  const isEmpty = book && book.allowed.length + book.patterns.length === 0;
  if (!isEmpty || problems.length > 0 || settings.enableApiProxy) return;
  throw new InvalidInput("The run has no rules, so every claim would hold.", [
    { text: "Name the rules of the run, for example with --config FILE" },
  ]);
}

function findProvider(
  { engine }: Pick<LoadedSettings["settings"], "engine">,
  env: NodeJS.ProcessEnv,
): URL | Pick<RuleProblem, "text" | "problem"> {
  try {
    return readProvider(env, 0, engine).baseUrl;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const problem = `is unknown: ${error.message.replace(/\.$/, "")}`;
    return { text: "the address of the provider", problem };
  }
}

/** Compiles rules that allow the requests which the sidecar forwards. */
async function compileProvider({ origin, pathname }: URL, id: string): Promise<Compiled> {
  const compile = (paths: readonly string[]) => {
    const allowUrls = paths.map((path) => ({ id, text: `${origin}${path}` }));
    return compilePolicy({ allowUrls, sslBump: true });
  };
  const base = pathname.replace(/\/+$/, "").replaceAll("*", "%2A");
  const exact = await compile(base === "" ? ["/**"] : [`${base}/**`, base, `${base}?*`]);
  // A pattern cannot contain every base, such as `/a%2Fb`.
  return exact.policy ? exact : compile(["/**"]);
}
