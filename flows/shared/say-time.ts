/** When the forge was asked, by the clock of whoever waits: `14:07:31`. */
export function sayTime(at: Date): string {
  return at.toTimeString().slice(0, 8);
}
