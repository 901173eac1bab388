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

/** A definition as the command line calls it, with what else was said there. */
export interface SpokenDefinition {
  readonly definitionName: string;
  readonly brand?: string | undefined;
  readonly org?: string | undefined;
  readonly project?: string | undefined;
}

/** The commands that go on with a definition: what was said on the command line is said again, and nothing else. */
export interface EngineCommands {
  readonly engine: string;
  readonly compile: string;
  readonly explain: string;
  /** For the pipelines of this definition alone: the same variable of another agent's is another secret. */
  readonly storeSecret: (name: string) => string;
}

function option(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value];
}
