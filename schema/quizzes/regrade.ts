import * as v from 'valibot';

/**
 * `raise`: an answer counts by the present key where that finds more right than the earlier one. `recompute`: by the
 * present key only.
 */
export const RegradeMode = v.picklist(['raise', 'recompute']);
export type RegradeMode = v.InferOutput<typeof RegradeMode>;

export const RegradeInput = v.object({ mode: RegradeMode });
export type RegradeInput = v.InferOutput<typeof RegradeInput>;

/** `attempts`: those that were handed in and graded with an earlier key than the present one. */
export const RegradeReply = v.object({ attempts: v.number() });
