/** When something was so, by the clock of whoever waits: `14:07:31`. */
export function formatTime(at: Date): string {
  return at.toTimeString().slice(0, 8);
}

const spokenTime = / ?(at )?\d\d:\d\d:\d\d/g;

/** The line without its times: of one that is said at each look nothing else may be new. */
export function withoutTimes(line: string): string {
  return line.replaceAll(spokenTime, "");
}
