import { foundScopes } from "./found-scopes.ts";
import { proveSteps } from "./prove-steps.ts";

proveSteps(foundScopes);
