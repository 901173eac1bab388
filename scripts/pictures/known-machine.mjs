// Makes programs report the same machine and Node version wherever the pictures are drawn. Node
// loads this file before the program.
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.release = () => "6.12.48";
os.arch = () => "x64";
os.platform = () => "linux";
Object.defineProperty(process, "version", { value: "v24.11.1" });
syncBuiltinESMExports();
