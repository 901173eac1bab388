import { Incomplete } from "../../shared/errors.ts";

/** A proposal cannot be applied as it is; nothing of it was applied. */
export class ProposalRefused extends Incomplete {}
