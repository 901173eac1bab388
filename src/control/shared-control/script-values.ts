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
