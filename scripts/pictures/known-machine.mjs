// Reports the same machine facts to a program wherever pictures are drawn. Node loads it before the
// program.
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.release = () => "6.12.48";
os.arch = () => "x64";
os.platform = () => "linux";
Object.defineProperty(process, "version", { value: "v24.11.1" });
syncBuiltinESMExports();
