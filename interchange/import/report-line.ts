import * as v from 'valibot';

/** What became of a part of an imported file. */
const Outcome = v.picklist(['taken', 'simplified', 'leftOut', 'missing']);

export const ReportLine = v.object({
  outcome: Outcome,
  /** Where, in words of the file: the title of a lesson, or the name of a file. The first of `count` places. */
  place: v.string(),
  /** A whole sentence. */
  reason: v.string(),
  /** Other places, each once; of many, the first ones. */
  others: v.optional(v.array(v.string())),
  /** How many places have the same outcome for the same reason. */
  count: v.number(),
});
export type ReportLine = v.InferOutput<typeof ReportLine>;
