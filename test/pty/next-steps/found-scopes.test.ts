import { foundScopes } from "./found-scopes.ts";
import { proveSteps } from "./prove-steps.ts";

proveSteps("commands after scopes", foundScopes);
