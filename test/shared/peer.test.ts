import { expect, test } from "vitest";
import { findOwner } from "../../src/shared/peer.ts";

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:B683 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 9054 1 0 100 0 0 10 0
   1: 0100007F:B683 0100007F:D788 01 00000000:00000000 00:00000000 00000000  1000        0 9055 1 0 20 4 30 10 -1
  12: 0100007F:D788 0100007F:B683 01 00000000:00000000 00:00000000 00000000 65534        0 9056 1 0 20 4 30 10 -1
 123: 0100007F:A08F 0100007F:B683 06 00000000:00000000 03:00000B6D 00000000     0        0 0 3 0
`;

const wideTable = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0000000000000000FFFF00000100007F:D78A 0000000000000000FFFF00000100007F:B683 01 00000000:00000000 00:00000000 00000000  1001        0 9057 1 0 20 4 30 10 -1
`;

const forge = "0100007F:B683";

test.each([
  ["who asks", table, "0100007F:D788", forge, { user: 65_534, file: 9056 }],
  ["the forge, at the other end of it", table, forge, "0100007F:D788", { user: 1000, file: 9055 }],
  [
    "a connection that was left, which nobody has any more",
    table,
    "0100007F:A08F",
    forge,
    { user: 0, file: 0 },
  ],
  ["who asks by way of IPv6", wideTable, "0100007F:D78A", forge, { user: 1001, file: 9057 }],
  ["a connection that it does not have", table, "0100007F:D78A", forge, undefined],
  ["a connection elsewhere", table, "0100007F:D788", "0100007F:B684", undefined],
  ["no table", "", "0100007F:D788", forge, undefined],
])("the owner by a table of connections: %s", (_, rows, from, to, owner) => {
  expect(findOwner(rows, from, to)).toEqual(owner);
});
