/**
 * The connection failed, for the reason in `cause`. This error has no code of its own. If a
 * certificate is for another name, the pool would treat its code as a problem of one request, and
 * reconnect forever.
 */
export class NotConnected extends Error {}
