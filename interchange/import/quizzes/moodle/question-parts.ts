/** A text of a question, as HTML whose files are found. */
export interface MoodleAnswer {
  /** HTML; of short answers and numbers plain text. */
  readonly text: string;
  /** The same, as it is written. */
  readonly raw: string;
  /** From 0 to 1 of the points; negative for a penalty. */
  readonly fraction: number;
  readonly feedback: string;
  /** Of a number; empty for any other. */
  readonly tolerance: string;
}

/**
 * A question of Moodle in one of its two notations: that of question banks as files, and that of backups. Texts are HTML
 * without languages but the first.
 */
export interface MoodleQuestion {
  /** `multichoice`, `truefalse` … */
  readonly type: string;
  readonly name: string;
  readonly prompt: string;
  readonly points: number;
  readonly generalFeedback: string;
  /** What is said for a right, a partly right and a wrong answer. */
  readonly combinedFeedback: readonly string[];
  readonly answers: readonly MoodleAnswer[];
  /** Only one of the choices can be taken. */
  readonly isSingle: boolean;
  /** Left sides with their right ones; an empty left side is only a wrong answer. */
  readonly pairs: readonly { readonly left: string; readonly right: string }[];
  /** Of an essay: what its graders read. */
  readonly graderInfo: string;
  /** The questions inside of a text with gaps, in the order of their numbers, where they are questions of their own. */
  readonly inner: readonly MoodleQuestion[];
  /** The words of a text with gaps, each with the number of its group. */
  readonly fillings: readonly { readonly text: string; readonly group: string }[];
}
