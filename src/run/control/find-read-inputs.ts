const readByName = /\bgetInput\(\s*(?:["'`]([\w-]+)["'`]|[^)\s])/g;

/**
 * Returns a function that tests whether an action's script reads an input itself, with
 * `core.getInput` or from the input's environment variable.
 */
export function findReadInputs(script: string): (name: string) => boolean {
  const read = [...script.matchAll(readByName)].map(({ 1: name }) => name?.toLowerCase());
  // A name that is not a string literal could be any name.
  const isAny = read.includes(undefined);
  const variables = [...script.matchAll(/\bINPUT_[\w-]+/g)].map(([name]) => variableOf(name));
  return (name) =>
    isAny || read.includes(name.toLowerCase()) || variables.includes(variableOf(`INPUT_${name}`));
}

/**
 * Returns the environment variable of an input. The runner keeps hyphens in the name, but scripts
 * use both forms.
 */
function variableOf(name: string): string {
  return name.toUpperCase().replaceAll("-", "_");
}
