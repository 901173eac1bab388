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
  ["the client", table, "0100007F:D788", forge, { user: 65_534, file: 9056 }],
  [
    "the forge, at the other end of the connection",
    table,
    forge,
    "0100007F:D788",
    { user: 1000, file: 9055 },
  ],
  ["a closed connection without an owner", table, "0100007F:A08F", forge, { user: 0, file: 0 }],
  ["a client that uses IPv6", wideTable, "0100007F:D78A", forge, { user: 1001, file: 9057 }],
  ["a connection that is not in the table", table, "0100007F:D78A", forge, undefined],
  ["a connection to another address", table, "0100007F:D788", "0100007F:B684", undefined],
  ["a missing table", "", "0100007F:D788", forge, undefined],
])("the owner of a connection is read from the table: %s", (_, rows, from, to, owner) => {
  expect(findOwner(rows, from, to)).toEqual(owner);
});
