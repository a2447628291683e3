import type { Circumstances } from '../simulation/run/circumstances.ts';

/**
 * A plausible defect: a replacement in one place of one file. The place is found in the syntax tree, so its
 * format does not matter. `was` and `is` are whole nodes of the same kind: an expression, statements,
 * properties of an object, members of a class, or cases of a switch.
 */
export interface Mutant {
  readonly file: string;
  /** The function, method or other declaration with the place; needed where `was` is in the file twice. */
  readonly in?: string;
  readonly was: string;
  /** Empty: the statements are removed. */
  readonly is: string;
  /**
   * The test of the normal suite that fails with it, as `file > name`; absent where schedules of the
   * simulation detect it.
   */
  readonly noticedBy?: string;
  /** Which schedules detect it: those in these circumstances, which are rare. */
  readonly noticedIn?: keyof Circumstances;
  /** The first seed that is tried; 1 by default. The schedules before it were seen not to detect the mutant. */
  readonly firstSeed?: number;
}
