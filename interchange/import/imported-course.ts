import type { FileTree } from '../archive/file-tree.ts';
import type { ImportReport } from './import-report.ts';
import type { ForeignQuiz } from './quizzes/foreign-quiz.ts';

/**
 * A course as the file of another program has it: raw texts, and addresses as they are written there. What follows is
 * the same for every format (`finish/`): texts are cleaned, addresses resolved, pictures embedded.
 */
export interface ImportedCourse {
  /** Empty texts are replaced: the title by the name of the file, the rest by the admin in the preview. */
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  readonly instructor: string;
  /** The path of a picture in the file. */
  readonly picture: string | null;
  /** The first level of the file's structure; deeper levels join the titles of the lessons. */
  readonly modules: readonly ImportedModule[];
  /**
   * Resolves an address in a text where the format has its own notation, such as `@@PLUGINFILE@@/a.png`. Returns a path
   * in the file, the `key` of a lesson, or an https address; an empty text for a place of the other program that has no
   * counterpart, of whose link only the text stays; null for an address that is read as any other: relative to the
   * `path` of its lesson. `report`: where it reports, if not where the reader of the file did.
   */
  readonly resolve?: (address: string, lesson: ImportedLesson, report?: ImportReport) => string | null;
  /**
   * The files that paths of this course name, where they are not those of the archive: Moodle names its files by their
   * digests, and their real names are in a list.
   */
  readonly tree?: FileTree;
}

export interface ImportedModule {
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  readonly lessons: readonly ImportedLesson[];
}

export interface ImportedLesson {
  /** Links from other texts name the lesson by it, in most formats the path of its page. Unique in the course. */
  readonly key: string;
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  /** HTML as it is in the file: of anyone, not sanitised, a fragment or a whole page. */
  readonly html: string;
  /** Whether Carrel wrote the text: a first heading that says the title belongs to it, and stays. */
  readonly isFromCarrel?: boolean;
  /** The path of the page in the file: relative addresses begin there. Empty for the root. */
  readonly path: string;
  /**
   * Files and addresses that belong to the lesson, in their order. The first video becomes the video of the lesson;
   * other videos and PDFs become resources; pictures are appended to the text; the rest is reported as left out.
   */
  readonly attachments: readonly Attachment[];
  readonly quizzes?: readonly ForeignQuiz[];
}

export type Attachment = {
  readonly title: string;
  /** Whether it is known to be a resource, and never the video of the lesson. */
  readonly isResource?: boolean;
} & ({ readonly file: string } | { readonly url: string });

/** A lesson without what most lessons of a format do not have. */
export const lessonOf = (
  lesson: Pick<ImportedLesson, 'key' | 'title'> & Partial<ImportedLesson>,
): ImportedLesson => ({ description: '', html: '', path: '', attachments: [], ...lesson });
