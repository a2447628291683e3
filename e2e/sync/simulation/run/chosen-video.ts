/** A video file that a simulated admin chose and that its device stored. */
export interface ChosenVideo {
  /** A text that appears in the command of this video and nowhere else. */
  readonly marker: string;
  readonly lessonId: string;
  readonly digest: string;
  /** The device confirmed that it stored the file; a page that crashed earlier may have stored it too. */
  isStored: boolean;
}
