/**
 * A failed connection, with the reason in `cause`. This error has no code of its own. If it had the
 * code for a certificate with the wrong name, the pool would treat this as a problem of one request
 * and reconnect forever.
 */
export class NotConnected extends Error {}
