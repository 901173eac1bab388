/*
 * Node's modules for the network, without an import statement: one reads every property of the module, and a property
 * of `http` loads undici from Node 22 on, one of `tls` the root certificates. That is 20 ms of a start.
 */
export const http = process.getBuiltinModule("node:http");
export const https = process.getBuiltinModule("node:https");
export const tls = process.getBuiltinModule("node:tls");
