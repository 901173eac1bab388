/** A program and all that it imports, as one readable text for `node -`: the bundler makes it. */
declare module "*?script" {
  export const text: string;
}
