/*
 * Node's network modules, loaded without an import statement. An import reads every property of a
 * module. Since Node 22, a property of `http` loads undici and a property of `tls` loads the root
 * certificates, which adds 20 ms to every start.
 */
export const http = process.getBuiltinModule("node:http");
export const https = process.getBuiltinModule("node:https");
export const tls = process.getBuiltinModule("node:tls");
