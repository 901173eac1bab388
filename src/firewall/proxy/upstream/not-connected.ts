/**
 * A failed connection, with the reason in `cause`. This error must not have a code. With the code
 * of a certificate name mismatch, for example, the pool would blame a single request and reconnect
 * forever.
 */
export class NotConnected extends Error {}
