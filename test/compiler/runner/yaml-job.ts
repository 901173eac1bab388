/** A step in a pipeline file. */
export interface YamlStep {
  readonly bash?: string;
  readonly script?: string;
  readonly task?: string;
  readonly checkout?: string;
  readonly publish?: string;
  readonly artifact?: string;
  readonly name?: string;
  readonly displayName?: string;
  readonly condition?: string;
  readonly continueOnError?: boolean;
  readonly workingDirectory?: string;
  readonly env?: Readonly<Record<string, string | number | boolean>>;
  readonly inputs?: Readonly<Record<string, string>>;
}

interface YamlVariable {
  readonly name: string;
  readonly value: string;
  readonly readonly?: boolean;
}

/** A job in a pipeline file. */
export interface YamlJob {
  readonly job: string;
  readonly dependsOn?: readonly string[];
  readonly condition?: string;
  readonly timeoutInMinutes?: number;
  readonly variables?: Readonly<Record<string, string>> | readonly YamlVariable[];
  readonly steps: readonly YamlStep[];
}

/** Returns the variables of a job, which are written as a map or as a list. */
export function variablesOf({ variables = [] }: YamlJob): readonly YamlVariable[] {
  if (isVariables(variables)) return variables;
  return Object.entries(variables).map(([name, value]) => ({ name, value }));
}

function isVariables(
  variables: NonNullable<YamlJob["variables"]>,
): variables is readonly YamlVariable[] {
  return Array.isArray(variables);
}
