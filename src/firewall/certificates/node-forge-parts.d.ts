// The package's types cover only its main module. That module takes four times as long to load as
// the two parts that gatehouse uses.
declare module "node-forge/lib/asn1.js" {
  import { asn1 } from "node-forge";
  export default asn1;
}

declare module "node-forge/lib/util.js" {
  const util: {
    /** @returns bytes, one per character */
    bytesFromIP(address: string): string | null;
  };
  export default util;
}
