import { runsUnknownProgram } from "./shell-programs.ts";

/** A value that a script writes to a file of the runner, for later steps. */
export type WrittenTo = "OUTPUT" | "ENV";

const runnerFile = {
  OUTPUT: /\b(?:GITHUB|FORGE)_OUTPUT\b|::set-output\b/,
  ENV: /\b(?:GITHUB|FORGE)_ENV\b|::set-env\b/,
} as const;

export function writesTo(script: string, file: WrittenTo): boolean {
  return runnerFile[file].test(script);
}

/** Returns the text behind each `name=` or `name<<` of a script, without regard to case. A heredoc's text is the rest of the script. */
export function findAssigned(script: string, name: string): string[] {
  const escaped = name.replaceAll(/[^\w]/g, String.raw`\$&`);
  const assigned = new RegExp(String.raw`(?<![\w$-])${escaped}(=|<<|::)`, "gi");
  return [...script.matchAll(assigned)].map(({ index, 0: whole, 1: sign }) => {
    const rest = script.slice(index + whole.length);
    return sign === "<<" ? rest : (rest.split("\n")[0] ?? "");
  });
}

/** Returns the names that a text takes in as shell variables. */
export function findShellNames(text: string): string[] {
  return [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(({ 1: name = "" }) => name);
}

/** The CLI prints the token that it is signed in by. */
export const printsToken = /\b(?:gh|forge)\s+auth\s+token\b/;

/** gatehouse writes the token that it minted to the step's outputs. */
export const mintsToken = /\b(?:gatehouse|cli\.js"?)\s+token\s+--for\b/;

/** A program or an expression that can read any variable of its environment, whatever the script names. */
const readsAll = [
  /(?:^|[\s;|&(`"'])(?:\.{0,2}\/[\w.-]|(?:node|deno|bun|npx|npm|python[\d.]*|ruby|perl|php|pwsh|powershell|bash|sh|zsh|go|make|cargo|java|dotnet)\s)/,
  /\b(?:os\.environ|os\.getenv|process\.env|getenv|printenv|System\.getenv|Environment::GetEnvironmentVariable)\b|\bENV\[|\$env:|\bGet-ChildItem\s+env:/i,
  /(?:^|[\n;|&(`])\s*(?:env|set|export|declare|typeset)\s*(?:$|[|>\n;)`])/,
  /\b(?:declare|typeset|export|readonly|local)\s+-[a-zA-Z]*p/,
  /\$\{!|\bENVIRON\b|\/environ\b|\bjq\b[^]*(?:\benv\b|\$ENV\b)|\b(?:str)?env\(/,
];

/** Whether a script can take in variables that it does not name. @param shell of the step, if it names one */
export function readsEnvironment(script: string, shell: string | undefined): boolean {
  const isShell = shell === undefined || /^(?:bash|sh)\b/.test(shell.trim());
  return !isShell || readsAll.some((each) => each.test(script)) || runsUnknownProgram(script);
}

/** A variable that the runner sets again for each step. */
export function isOfRunner(name: string): boolean {
  return /^(?:GITHUB|FORGE|RUNNER)_(?!\w*TOKEN)|^(?:CI|HOME|PATH|PWD|USER)$/.test(name);
}

/** Whether each line that writes to the runner's environment shows the name that it writes: `echo "NAME=`. */
export function showsNames(script: string): boolean {
  const lines = script.split("\n").filter((line) => runnerFile.ENV.test(line));
  return (
    lines.every((line) => /^\s*echo\s+["']?\w+=[^\n]*>>/.test(line)) &&
    !/\$\(|`|\bcat\b/.test(script)
  );
}

/** Whether a text takes in more than words, besides the file of the runner: a variable, or what a command prints. */
export function isComputed(text: string): boolean {
  return /[$`]/.test(text.replaceAll(/\$(?:env:)?\{?(?:GITHUB|FORGE)_\w+/g, ""));
}
