/** A command in a step's output to the machine that runs the step. */
export interface LoggingCommand {
  /** Name of the command, such as `task.setvariable`. */
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Parses a command at any position of a line, as the service's machines do. */
export function readLoggingCommand(line: string): LoggingCommand | undefined {
  const [, name, rest = "", text = ""] = /##vso\[([\w.]+)\s*([^\]]*)\](.*)$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  const properties = rest
    .split(";")
    .filter((part) => part.includes("="))
    .map(
      (part) =>
        [
          part.slice(0, part.indexOf("=")).trim().toLowerCase(),
          unescape(part.slice(part.indexOf("=") + 1)),
        ] as const,
    );
  return {
    name: name.toLowerCase(),
    properties: Object.fromEntries(properties),
    text: unescape(text),
  };
}

function unescape(text: string): string {
  return text
    .replaceAll("%3B", ";")
    .replaceAll("%5D", "]")
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n")
    .replaceAll("%AZP25", "%")
    .replaceAll("%25", "%");
}
