/** Anybody who may write variables can put anything there, and it is shown. */
const shape = /^[\w.]{4,40}$/;

/** Whether a text may be an App's client ID: one word, such as Iv23liAbCdEf. */
export function isClientId(text: string): boolean {
  return shape.test(text);
}
