/** Splits a line of names at spaces and commas. */
export function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}
