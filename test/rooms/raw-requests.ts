/** What a line looks like that speaks with the forge by itself, or believes an answer without looking. */
const signs = [
  // A request, by our client or by anybody's.
  /\.request\(/,
  /(?<!\w)fetch\(/,
  /=\s*fetch\b(?!:)/,
  // A path of the API, as a text that begins so.
  /["'`]\/(repos|orgs|user|users|app|apps|app-manifests|installation|credentials|graphql)(\/|["'`?])/,
  /(\b(body|answer)|\.json\(\)\)?) as (?!const\b|readonly\b)/,
  // The same, two steps on: whatever it is becomes an object, and is then said to have fields.
  /\bObject\(.*\) as (?!const\b|readonly\b)/,
];

/** Scripts that a run carries to the forge speak with it there: they are texts here. */
const carried = ["src/control/proof/proof-scripts.ts"];

/** The lines of a file that do so; a comment may speak of it. */
export function findRawRequests({ path, text }: { path: string; text: string }): string[] {
  if (carried.includes(path)) return [];
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !/^(\/\/|\/?\*)/.test(line))
    .filter((line) => signs.some((sign) => sign.test(line)))
    .map((line) => `${path}: ${line}`);
}
