import { runsUnknownProgram } from "./shell-programs.ts";

/** The runner file to which a script writes a value for later steps. */
export type WrittenTo = "OUTPUT" | "ENV";

const runnerFile = {
  OUTPUT: /\b(?:GITHUB|FORGE)_OUTPUT\b|::set-output\b/,
  ENV: /\b(?:GITHUB|FORGE)_ENV\b|::set-env\b/,
} as const;

export function writesTo(script: string, file: WrittenTo): boolean {
  return runnerFile[file].test(script);
}

/**
 * Returns the text after each `name=` or `name<<` in a script, ignoring case. For a heredoc, this
 * is the rest of the script.
 */
export function findAssigned(script: string, name: string): string[] {
  const escaped = name.replaceAll(/[^\w]/g, String.raw`\$&`);
  const assigned = new RegExp(String.raw`(?<![\w$-])${escaped}(=|<<|::)`, "gi");
  return [...script.matchAll(assigned)].map(({ index, 0: full, 1: sign }) => {
    const rest = script.slice(index + full.length);
    return sign === "<<" ? rest : (rest.split("\n")[0] ?? "");
  });
}

/** Returns the names of the shell variables that are used in a string. */
export function findShellNames(text: string): string[] {
  return [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(({ 1: name = "" }) => name);
}

/** Matches commands that print the CLI's token. */
export const printsToken = /\b(?:gh|forge)\s+auth\s+token\b/;

/** Matches commands with which gatehouse writes a minted token to the step's outputs. */
export const mintsToken = /\b(?:gatehouse|cli\.js"?)\s+token\s+--for\b/;

/**
 * Matches programs and expressions that can read any environment variable, even if the script does
 * not name it.
 */
const readsAll = [
  /(?:^|[\s;|&(`"'])(?:\.{0,2}\/[\w.-]|(?:node|deno|bun|npx|npm|python[\d.]*|ruby|perl|php|pwsh|powershell|bash|sh|zsh|go|make|cargo|java|dotnet)\s)/,
  /\b(?:os\.environ|os\.getenv|process\.env|getenv|printenv|System\.getenv|Environment::GetEnvironmentVariable)\b|\bENV\[|\$env:|\bGet-ChildItem\s+env:/i,
  /(?:^|[\n;|&(`])\s*(?:env|set|export|declare|typeset)\s*(?:$|[|>\n;)`])/,
  /\b(?:declare|typeset|export|readonly|local)\s+-[a-zA-Z]*p/,
  /\$\{!|\bENVIRON\b|\/environ\b|\bjq\b[^]*(?:\benv\b|\$ENV\b)|\b(?:str)?env\(/,
];

/**
 * Returns whether a script can read variables that it does not name.
 * @param shell shell of the step; undefined if the step does not specify a shell
 */
export function readsEnvironment(script: string, shell: string | undefined): boolean {
  const isShell = shell === undefined || /^(?:bash|sh)\b/.test(shell.trim());
  return !isShell || readsAll.some((each) => each.test(script)) || runsUnknownProgram(script);
}

/** Returns whether the runner sets this variable again for each step. */
export function isOfRunner(name: string): boolean {
  return /^(?:GITHUB|FORGE|RUNNER)_(?!\w*TOKEN)|^(?:CI|HOME|PATH|PWD|USER)$/.test(name);
}

/**
 * Returns whether each line that writes to the runner's environment contains the variable's name:
 * `echo "NAME=`.
 */
export function showsNames(script: string): boolean {
  const lines = script.split("\n").filter((line) => runnerFile.ENV.test(line));
  return (
    lines.every((line) => /^\s*echo\s+["']?\w+=[^\n]*>>/.test(line)) &&
    !/\$\(|`|\bcat\b/.test(script)
  );
}

/**
 * Returns whether text contains a variable or a command substitution. The path of the runner's file
 * does not count.
 */
export function isComputed(text: string): boolean {
  return /[$`]/.test(text.replaceAll(/\$(?:env:)?\{?(?:GITHUB|FORGE)_\w+/g, ""));
}
