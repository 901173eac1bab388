import { Incomplete } from "../../shared/errors.ts";

/** A proposal that cannot be applied as it is. No part of it was applied. */
export class ProposalRefused extends Incomplete {}
