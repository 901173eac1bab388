/** Source of a program with all its imports, bundled as readable text for `node -`. */
declare module "*?script" {
  export const text: string;
}
