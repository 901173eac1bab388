import { ownCommandLine } from "../shared/own-command.ts";
import { pathArgument } from "../shared/shell-word.ts";

export function engineCommands(spoken: SpokenDefinition): EngineCommands {
  const { definitionName, brand, org, project } = spoken;
  const file = pathArgument(definitionName);
  const words = option("--brand", brand);
  const service = [...option("--org", org), ...option("--project", project)];
  return {
    engine: ownCommandLine("engine", file, ...words, ...service),
    compile: ownCommandLine("compile", file, ...words),
    explain: ownCommandLine("explain", file, ...words),
    storeSecret: (name) => ownCommandLine("secrets", "set", name, "--definition", file, ...service),
  };
}

/** A definition as named on the command line, with the other command-line options. */
export interface SpokenDefinition {
  readonly definitionName: string;
  readonly brand?: string | undefined;
  readonly org?: string | undefined;
  readonly project?: string | undefined;
}

/**
 * The follow-up commands for a definition, with the options that were given on the command line.
 */
export interface EngineCommands {
  readonly engine: string;
  readonly compile: string;
  readonly explain: string;
  /**
   * Stores the secret only for this definition's pipelines, because a variable with the same name
   * can be a different secret for other agents.
   */
  readonly storeSecret: (name: string) => string;
}

function option(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value];
}
