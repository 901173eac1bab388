const readByName = /\bgetInput\(\s*(?:["'`]([\w-]+)["'`]|[^)\s])/g;

/** Returns which of its inputs a script of an action reads itself: by `core.getInput`, or by the variable that holds them. */
export function findReadInputs(script: string): (name: string) => boolean {
  const read = [...script.matchAll(readByName)].map(({ 1: name }) => name?.toLowerCase());
  // A name that is no plain text could be any.
  const isAny = read.includes(undefined);
  const variables = [...script.matchAll(/\bINPUT_[\w-]+/g)].map(([name]) => variableOf(name));
  return (name) =>
    isAny || read.includes(name.toLowerCase()) || variables.includes(variableOf(`INPUT_${name}`));
}

/** The runner keeps a dash of a name; scripts write either. */
function variableOf(name: string): string {
  return name.toUpperCase().replaceAll("-", "_");
}
