/**
 * No connection came about; the cause says why. It has no code of its own: the pool would connect again without end
 * where the code is that of a certificate for another name, which it takes for a matter of one request.
 */
export class NotConnected extends Error {}
