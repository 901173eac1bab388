import type { YamlMap, YamlNode } from "../../yaml/yaml-node.ts";
import { findExpressionPaths } from "./expressions.ts";
import type { ExpressionPath } from "./expressions.ts";
import { findReadInputs } from "./find-read-inputs.ts";
import { isMintingAction } from "./find-own-apps.ts";
import { bringsCredential } from "./mentions-credential.ts";
import {
  findAssigned,
  findShellNames,
  isComputed,
  mintsToken,
  printsToken,
  readsEnvironment,
  writesTo,
  type WrittenTo,
} from "./script-values.ts";
import { signsInByInput, signsInByVariable } from "./sign-in-text.ts";
import type { WorkflowDocument } from "./workflow-document.ts";
import { fieldAt, fieldLike, listTexts, textOf } from "./yaml-tree.ts";

/** What a value holds. `unknown` if a credential goes into what makes the value, and nobody can see what comes out. */
export type Holding = "credential" | "unknown" | "none";

/** The maps that a value is in, the outermost first: workflow, jobs, job, step. */
export type Scopes = readonly YamlMap[];

/** Other files of the repository, by path, for the workflows that a job calls. */
export type Files = ReadonlyMap<string, Pick<WorkflowDocument, "tree">>;

/**
 * Follows values through a workflow: from secrets, the workflow token and minted tokens through the environment of workflow,
 * job and step, through outputs of steps and jobs, and through local workflows that a job calls. What it cannot follow it
 * judges by name.
 */
export class CredentialTracker {
  readonly #tree: YamlNode;
  readonly #files: Files;
  /** Values that are being followed: a value that leads back to itself holds nothing more. */
  readonly #open: Set<unknown>;

  constructor(tree: YamlNode, files: Files, open: Set<unknown> = new Set()) {
    this.#tree = tree;
    this.#files = files;
    this.#open = open;
  }

  /** Returns what all texts below a value hold. */
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
    if (isWhole(path)) return this.#whole(root, scopes);
    const isOutput = second.toLowerCase() === "outputs";
    const declared = isOutput && root === "steps" ? stepOf(scopes, first) : undefined;
    // Of an action that mints a token it is known which of its outputs the token is.
    if (declared && isMintingAction(usesOf(declared))) {
      return ["token", ""].includes(name.toLowerCase()) ? "credential" : "none";
    }
    if (bringsCredential(path)) return "credential";
    if (root === "env") return this.variable(first, scopes);
    if (declared) return this.#stepOutput(declared, name, scopes);
    if (isOutput && (root === "needs" || root === "jobs")) return this.#jobOutput(first, name);
    if (root === "matrix") {
      const matrix = scopes.map((map) => fieldAt(map, ["strategy", "matrix"])).find((each) => each);
      return matrix ? this.value(matrix.value, scopes) : "none";
    }
    return "none";
  }

  /** Returns what a variable of the environment holds: declared in YAML, or written by an earlier step of the job. */
  variable(name: string, scopes: Scopes): Holding {
    for (const [index, map] of [...scopes.entries()].toReversed()) {
      const declared = fieldLike(fieldAt(map, ["env"])?.value, name);
      // `T: ${{ env.T }}` takes the value of an outer scope.
      if (declared && !this.#open.has(declared.value))
        return this.value(declared.value, scopes.slice(0, index + 1));
    }
    const [jobScopes, before] = stepsBefore(scopes);
    return strongest(
      before.map((step) =>
        usesOf(step) === undefined
          ? this.#written(step, { name, to: "ENV" }, jobScopes)
          : this.#exported(step, name, jobScopes),
      ),
    );
  }

  /** Returns what the environment of a step holds, as a whole. */
  #environment(scopes: Scopes): Holding {
    const [jobScopes, before] = stepsBefore(scopes);
    return strongest([
      ...scopes.flatMap((map, index) => {
        const env = fieldAt(map, ["env"])?.value;
        return env ? [this.value(env, scopes.slice(0, index + 1))] : [];
      }),
      ...before.map((step) => this.#written(step, { name: "", to: "ENV" }, jobScopes)),
    ]);
  }

  /** Returns what a context holds that an expression takes in as a whole: `toJSON(needs)`. */
  #whole(root: string, scopes: Scopes): Holding {
    if (root === "env") return this.#environment(scopes);
    const [jobScopes, steps] = jobStepsOf(scopes);
    if (root === "steps")
      return strongest(steps.map((step) => this.#stepOutput(step, "", jobScopes)));
    const jobs = fieldAt(this.#tree, ["jobs"])?.value;
    const ids = jobs?.kind === "map" ? jobs.fields.map(({ key }) => key.text) : [];
    return strongest(ids.map((id) => this.#jobOutput(id, "")));
  }

  /** An action can write any variable for later steps, and a credential that it was given with it. */
  #exported(step: YamlMap, name: string, jobScopes: Scopes): Holding {
    const uses = usesOf(step) ?? "";
    // The forge's own actions export nothing, and the runner's variables are known.
    const isKnown = /^(?:actions|github|forge)\//i.test(uses) || isMintingAction(uses);
    if (isKnown || /^(?:GITHUB|FORGE|RUNNER)_|^(?:CI|HOME|PATH|PWD|USER)$/.test(name))
      return "none";
    return this.#actionOutput(step, jobScopes);
  }

  #stepOutput(step: YamlMap, name: string, scopes: Scopes): Holding {
    const [jobScopes] = jobStepsOf(scopes);
    if (isMintingAction(usesOf(step))) return name === "" ? "credential" : "none";
    return usesOf(step) === undefined
      ? this.#written(step, { name, to: "OUTPUT" }, jobScopes)
      : this.#actionOutput(step, jobScopes);
  }

  #actionOutput(step: YamlMap, jobScopes: Scopes): Holding {
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

  /** Returns what a script writes under a name. A script that assigns the name nowhere may write whatever it reads. */
  #written(
    step: YamlMap,
    { name, to }: { readonly name: string; readonly to: WrittenTo },
    jobScopes: Scopes,
  ): Holding {
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
    if (to === "ENV" && !writesTo(script, to) && !isBlind) return "none";
    const isOpaque = to === "OUTPUT" || /\$\(|`|\bcat\b/.test(script);
    const reads = isOpaque || name === "" ? this.#shellText(script, { script, scopes }) : "none";
    return reads === "none" ? blind() : "unknown";
  }

  /** Returns what a part of a script takes in, also by variables of the script itself. */
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
    const uses = usesOf(job);
    const scopes = [this.#tree, jobs, job];
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
    const tracker = new CredentialTracker(called.tree, this.#files, this.#open);
    return value ? tracker.value(value, []) : "none";
  }

  #once(value: unknown, follow: () => Holding): Holding {
    if (this.#open.has(value)) return "none";
    this.#open.add(value);
    try {
      return follow();
    } finally {
      this.#open.delete(value);
    }
  }
}

/** A context without a name in it, or with a star: `toJSON(needs)`, `steps.*`. */
function isWhole({ root, names }: ExpressionPath): boolean {
  return ["env", "steps", "needs"].includes(root) && [undefined, "*"].includes(names[1]);
}

function strongest(found: readonly Holding[]): Holding {
  if (found.includes("credential")) return "credential";
  return found.includes("unknown") ? "unknown" : "none";
}

function usesOf(map: YamlMap): string | undefined {
  return textOf(fieldAt(map, ["uses"])?.value)?.trim();
}

/** Returns the scopes of the job that a value is in, and the job's steps. */
function jobStepsOf(scopes: Scopes): readonly [Scopes, readonly YamlMap[]] {
  for (const [index, map] of [...scopes.entries()].toReversed()) {
    const steps = map.fields.filter(({ key }) => /^(?:pre-|post-)?steps$/.test(key.text));
    const listed = steps.flatMap(({ value }) => (value.kind === "list" ? value.items : []));
    const maps = listed.filter((each) => each.kind === "map");
    if (maps.length > 0) return [scopes.slice(0, index + 1), maps];
  }
  return [scopes, []];
}

/** Returns the scopes of the job, and the steps before the one that a value is in. */
function stepsBefore(scopes: Scopes): readonly [Scopes, readonly YamlMap[]] {
  const [jobScopes, steps] = jobStepsOf(scopes);
  const own = scopes.at(-1);
  return [jobScopes, steps.slice(0, Math.max(0, own ? steps.indexOf(own) : 0))];
}

function stepOf(scopes: Scopes, id: string): YamlMap | undefined {
  const [, steps] = jobStepsOf(scopes);
  return steps.find(
    (step) => textOf(fieldAt(step, ["id"])?.value)?.toLowerCase() === id.toLowerCase(),
  );
}
