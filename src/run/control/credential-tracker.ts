import type { YamlMap, YamlNode } from "../../yaml/yaml-node.ts";
import { findExpressionPaths } from "./expressions.ts";
import type { ExpressionPath } from "./expressions.ts";
import { jobStepsOf, stepOf, stepsBefore, usesOf } from "./job-steps.ts";
import type { Scopes } from "./job-steps.ts";
import { findReadInputs } from "./find-read-inputs.ts";
import { isMintingAction } from "./find-own-apps.ts";
import { addsCredential } from "./mentions-credential.ts";
import {
  findAssigned,
  findShellNames,
  isComputed,
  isOfRunner,
  mintsToken,
  printsToken,
  readsEnvironment,
  showsNames,
  writesTo,
  type WrittenTo,
} from "./script-values.ts";
import { signsInByInput, signsInByVariable } from "./sign-in-text.ts";
import type { WorkflowDocument } from "./workflow-document.ts";
import { fieldAt, fieldLike, listTexts, textOf } from "./yaml-tree.ts";

/** Whether a value contains a credential. `unknown`: a value computed from a credential. */
export type Holding = "credential" | "unknown" | "none";

/** Other files of the repository, by path, to resolve workflows that a job calls. */
export type Files = ReadonlyMap<string, Pick<WorkflowDocument, "tree">>;

/** The name of an output, or of a variable for later steps. An empty name means all of them. */
interface Written {
  readonly name: string;
  readonly to: WrittenTo;
}

/** Values that are being followed. A circular reference adds nothing to the result. */
interface Followed {
  readonly open: Set<unknown>;
  /** Values at which a circular reference was cut. If there are any, results are not cached. */
  readonly cut: Set<unknown>;
}

/**
 * Follows credentials through a workflow, starting at secrets, the workflow token and minted
 * tokens. It follows them through `env` of the workflow, jobs and steps, through outputs of steps
 * and jobs, and into local workflows that a job calls. It classifies all other values by name.
 */
export class CredentialTracker {
  readonly #tree: YamlNode;
  readonly #files: Files;
  readonly #followed: Followed;
  /** Cached results by step or job and by name, so that each is followed only once. */
  readonly #known = new Map<YamlMap, Map<string, Holding>>();

  constructor(
    tree: YamlNode,
    files: Files,
    followed: Followed = { open: new Set(), cut: new Set() },
  ) {
    this.#tree = tree;
    this.#files = files;
    this.#followed = followed;
  }

  /** Returns whether any string in a value contains a credential. */
  value(value: YamlNode, scopes: Scopes): Holding {
    return this.#once(value, () =>
      strongest(listTexts(value).map(({ text }) => this.text(text, scopes))),
    );
  }

  text(text: string, scopes: Scopes): Holding {
    return strongest(findExpressionPaths(text).map((path) => this.path(path, scopes)));
  }

  path(path: ExpressionPath, scopes: Scopes): Holding {
    const { root, names } = path;
    const [, first = "", second = "outputs", last = ""] = names;
    const name = last === "*" ? "" : last;
    if (isComplete(path)) return this.#complete(root, scopes);
    const isOutput = second.toLowerCase() === "outputs";
    const declared = isOutput && root === "steps" ? stepOf(scopes, first) : undefined;
    // Only the token output of a minting action contains a credential.
    if (declared && isMintingAction(usesOf(declared))) {
      return ["token", ""].includes(name.toLowerCase()) ? "credential" : "none";
    }
    if (addsCredential(path)) return "credential";
    if (root === "env") return this.variable(first, scopes);
    if (declared) return this.#stepOutput(declared, name, scopes);
    if (isOutput && (root === "needs" || root === "jobs")) return this.#jobOutput(first, name);
    if (root === "matrix") {
      const matrix = scopes.map((map) => fieldAt(map, ["strategy", "matrix"])).find((each) => each);
      return matrix ? this.value(matrix.value, scopes) : "none";
    }
    return "none";
  }

  /** Returns whether a variable, from YAML or an earlier step of the job, contains a credential. */
  variable(name: string, scopes: Scopes): Holding {
    for (const [index, map] of [...scopes.entries()].toReversed()) {
      const declared = fieldLike(fieldAt(map, ["env"])?.value, name);
      // `T: ${{ env.T }}` reads the value from an outer scope.
      if (!declared) continue;
      if (!this.#followed.open.has(declared.value))
        return this.value(declared.value, scopes.slice(0, index + 1));
      this.#followed.cut.add(declared.value);
    }
    const [jobScopes, before] = stepsBefore(scopes);
    return strongest(before.map((step) => this.#given(step, name, jobScopes)));
  }

  /** Returns whether a step sets a variable to a credential. @param name empty for all variables */
  #given(step: YamlMap, name: string, jobScopes: Scopes): Holding {
    return usesOf(step) === undefined
      ? this.#written(step, { name, to: "ENV" }, jobScopes)
      : this.#exported(step, name, jobScopes);
  }

  /** Returns whether any environment variable of a step contains a credential. */
  #environment(scopes: Scopes): Holding {
    const [jobScopes, before] = stepsBefore(scopes);
    return strongest([
      ...scopes.flatMap((map, index) => {
        const env = fieldAt(map, ["env"])?.value;
        return env ? [this.value(env, scopes.slice(0, index + 1))] : [];
      }),
      ...before.map((step) => this.#given(step, "", jobScopes)),
    ]);
  }

  /** Returns whether a complete context contains a credential, as in `toJSON(needs)`. */
  #complete(root: string, scopes: Scopes): Holding {
    if (root === "env") return this.#environment(scopes);
    if (root === "steps") {
      const [jobScopes, before] = stepsBefore(scopes);
      return strongest(before.map((step) => this.#stepOutput(step, "", jobScopes)));
    }
    const needs = scopes.map((map) => fieldAt(map, ["needs"])?.value).findLast((each) => each);
    const jobs = fieldAt(this.#tree, ["jobs"])?.value;
    const all = jobs?.kind === "map" ? jobs.fields.map(({ key }) => key.text) : [];
    const ids = needs ? listTexts(needs).map(({ text }) => text) : all;
    return strongest(ids.map((id) => this.#jobOutput(id, "")));
  }

  /**
   * Returns whether a variable that an action exports can contain a credential. An action can set
   * any variable for later steps, for example to a credential that it received.
   */
  #exported(step: YamlMap, name: string, jobScopes: Scopes): Holding {
    const uses = usesOf(step) ?? "";
    // GitHub's own actions do not export variables, except for `github-script`.
    const isKnown =
      /^(?:actions|github|forge)\/(?!github-script\b)/i.test(uses) || isMintingAction(uses);
    return isKnown || isOfRunner(name) ? "none" : this.#actionOutput(step, jobScopes);
  }

  #stepOutput(step: YamlMap, name: string, scopes: Scopes): Holding {
    const [jobScopes] = jobStepsOf(scopes);
    if (isMintingAction(usesOf(step))) return name === "" ? "credential" : "none";
    return usesOf(step) === undefined
      ? this.#written(step, { name, to: "OUTPUT" }, jobScopes)
      : this.#actionOutput(step, jobScopes);
  }

  #actionOutput(step: YamlMap, jobScopes: Scopes): Holding {
    return this.#ofOne(step, "action", () => this.#followAction(step, jobScopes));
  }

  #followAction(step: YamlMap, jobScopes: Scopes): Holding {
    const isLocal = usesOf(step)?.startsWith("./") === true;
    const isRead = findReadInputs(textOf(fieldAt(step, ["with", "script"])?.value) ?? "");
    const given = [fieldAt(step, ["with"]), fieldAt(step, ["env"])].flatMap((field) =>
      field?.value.kind === "map" ? field.value.fields : [],
    );
    const isGiven = given.some(
      ({ key: { text: input }, value }) =>
        (isLocal || isRead(input) || !(signsInByInput(input) || signsInByVariable(input))) &&
        this.value(value, [...jobScopes, step]) !== "none",
    );
    return isGiven ? "unknown" : "none";
  }

  /**
   * Returns whether a script writes a credential under a name. If the script does not assign the
   * name explicitly, the value can be anything that the script reads.
   */
  #written(step: YamlMap, written: Written, jobScopes: Scopes): Holding {
    const key = `${written.to} ${written.name}`;
    return this.#ofOne(step, key, () => this.#followScript(step, written, jobScopes));
  }

  #followScript(step: YamlMap, { name, to }: Written, jobScopes: Scopes): Holding {
    const script = textOf(fieldAt(step, ["run"])?.value);
    if (script === undefined) return "none";
    const scopes = [...jobScopes, step];
    if (to === "OUTPUT" && ["token", ""].includes(name.toLowerCase()) && mintsToken.test(script)) {
      return "credential";
    }
    const isBlind = readsEnvironment(script, textOf(fieldAt(step, ["shell"])?.value));
    const blind = (): Holding =>
      isBlind && this.#environment(scopes) !== "none" ? "unknown" : "none";
    const assigned = name !== "" && writesTo(script, to) ? findAssigned(script, name) : [];
    if (assigned.length > 0) {
      return strongest([
        ...assigned.map((text) => this.#shellText(text, { script, scopes })),
        ...(assigned.some(isComputed) ? [blind()] : []),
      ]);
    }
    const isLeft = isOfRunner(name) || (!writesTo(script, to) && !isBlind);
    if (to === "ENV" && isLeft) return "none";
    const isOpaque = to === "OUTPUT" || name === "" || !showsNames(script);
    const reads = isOpaque ? this.#shellText(script, { script, scopes }) : "none";
    return reads === "none" ? blind() : "unknown";
  }

  /** Returns whether part of a script, or a variable that it uses, contains a credential. */
  #shellText(
    text: string,
    { script, scopes, seen = [] }: { script: string; scopes: Scopes; seen?: readonly string[] },
  ): Holding {
    if (printsToken.test(text)) return "credential";
    const names = findShellNames(text).filter((name) => !seen.includes(name));
    const within = { script, scopes, seen: [...seen, ...names] };
    return strongest([
      this.text(text, scopes),
      ...names.map((name) => this.variable(name, scopes)),
      ...names.flatMap((name) =>
        findAssigned(script, name).map((each) => this.#shellText(each, within)),
      ),
    ]);
  }

  #jobOutput(id: string, name: string): Holding {
    const jobs = fieldAt(this.#tree, ["jobs"])?.value;
    const job = fieldLike(jobs, id)?.value;
    if (job?.kind !== "map" || this.#tree.kind !== "map" || jobs?.kind !== "map") return "none";
    const scopes = [this.#tree, jobs, job];
    return this.#ofOne(job, name, () => this.#followJob(job, name, scopes));
  }

  #followJob(job: YamlMap, name: string, scopes: Scopes): Holding {
    const uses = usesOf(job);
    if (uses === undefined) {
      const outputs = fieldAt(job, ["outputs"])?.value;
      const output = name === "" ? outputs : fieldLike(outputs, name)?.value;
      return output ? this.value(output, scopes) : "none";
    }
    const called = uses.startsWith("./") ? this.#files.get(uses.slice(2)) : undefined;
    if (!called) return fieldAt(job, ["secrets"]) ? "unknown" : "none";
    const outputs = fieldAt(called.tree, ["on", "workflow_call", "outputs"])?.value;
    const value =
      name === "" ? outputs : fieldAt(fieldLike(outputs, name)?.value, ["value"])?.value;
    const tracker = new CredentialTracker(called.tree, this.#files, this.#followed);
    return value ? tracker.value(value, []) : "none";
  }

  /**
   * Follows the values that a step or a job provides to others, and caches the result. A step or
   * job cannot read its own results, so a cycle adds nothing.
   */
  #ofOne(map: YamlMap, key: string, follow: () => Holding): Holding {
    const known = this.#known.get(map) ?? new Map<string, Holding>();
    const found = known.get(key) ?? this.#once(map, follow);
    if (this.#followed.cut.size === 0) this.#known.set(map, known.set(key, found));
    return found;
  }

  #once(value: unknown, follow: () => Holding): Holding {
    const { open, cut } = this.#followed;
    if (open.has(value)) {
      cut.add(value);
      return "none";
    }
    open.add(value);
    try {
      return follow();
    } finally {
      open.delete(value);
      cut.delete(value);
    }
  }
}

/**
 * Returns whether a path refers to a complete context, by its name alone or with a star:
 * `toJSON(needs)`, `steps.*`.
 */
function isComplete({ root, names }: ExpressionPath): boolean {
  return ["env", "steps", "needs"].includes(root) && [undefined, "*"].includes(names[1]);
}

function strongest(found: readonly Holding[]): Holding {
  if (found.includes("credential")) return "credential";
  return found.includes("unknown") ? "unknown" : "none";
}
