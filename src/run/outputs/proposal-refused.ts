import { Incomplete } from "../../shared/errors.ts";

/** A proposal cannot be carried out as it is: nothing of it was done. */
export class ProposalRefused extends Incomplete {}
