const readByName = /\bgetInput\(\s*(?:["'`]([\w-]+)["'`]|[^)\s])/g;

/**
 * Returns a function that tests whether a script of an action reads an input itself: by
 * `core.getInput`, or by the input's environment variable.
 */
export function findReadInputs(script: string): (name: string) => boolean {
  const read = [...script.matchAll(readByName)].map(({ 1: name }) => name?.toLowerCase());
  // A name that is not a plain string could be any name.
  const isAny = read.includes(undefined);
  const variables = [...script.matchAll(/\bINPUT_[\w-]+/g)].map(([name]) => variableOf(name));
  return (name) =>
    isAny || read.includes(name.toLowerCase()) || variables.includes(variableOf(`INPUT_${name}`));
}

/**
 * Returns the environment variable of an input. The runner keeps hyphens in names; scripts use
 * either form.
 */
function variableOf(name: string): string {
  return name.toUpperCase().replaceAll("-", "_");
}
