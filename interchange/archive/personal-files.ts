/**
 * Files of a Moodle backup about people: accounts, enrolments, grades, logs, what learners did and wrote. They are
 * recognised by their names alone, so that their bytes are never read.
 */
const PERSONAL =
  /^(users|enrolments|roles|grades|grade_history|gradebook|completion|groups|comments|events|calendar|badges|logs|logstores|xapistate|completion_defaults|competencies|completioncriteria|outcomes|scales)\.xml$|\.log$/;

/** Moodle's list of the archive, which the archive itself makes superfluous. */
const INDEX = '.ARCHIVE_INDEX';

/** Whether a file of an archive is not to be read, by its path. */
export function isNeverRead(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === INDEX || PERSONAL.test(name);
}
