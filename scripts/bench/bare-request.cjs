// Sends only the request that an admission sends.
const { BENCH_ADDRESS: address, CP_FORGE_TOKEN: token } = process.env;
const headers = { authorization: `Bearer ${token}`, "user-agent": "bench" };
require("node:http").get(address, { agent: false, headers }, (answer) => {
  answer.pipe(process.stdout);
});
