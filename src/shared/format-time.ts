/** Formats a local time: `14:07:31`. */
export function formatTime(at: Date): string {
  return at.toTimeString().slice(0, 8);
}

const spokenTime = / ?(at )?\d\d:\d\d:\d\d/g;

/**
 * Removes the times from a line, so that a line that differs only in its times does not count as
 * new.
 */
export function withoutTimes(line: string): string {
  return line.replaceAll(spokenTime, "");
}
