import * as v from 'valibot';

/** `raise`: a score becomes that of the present keys only where that is higher. `recompute`: wherever it is another. */
export const RegradeMode = v.picklist(['raise', 'recompute']);
export type RegradeMode = v.InferOutput<typeof RegradeMode>;

export const RegradeInput = v.object({ mode: RegradeMode });
export type RegradeInput = v.InferOutput<typeof RegradeInput>;

/** `attempts`: those that were handed in and graded with an earlier key than the present one. */
export const RegradeReply = v.object({ attempts: v.number() });
