/** A line of names, with spaces or commas between them. */
export function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}
