/**
 * Files of a Moodle backup about people: accounts, enrolments, grades, logs, what learners did and wrote. They are
 * recognised by their names alone, so that their bytes are never read.
 */
const PERSONAL: ReadonlySet<string> = new Set(
  `users enrolments roles grades grade_history gradebook grading completion groups comments events calendar badges logs
  loglastaccess logstores xapistate completion_defaults completiondefaults competencies completioncriteria outcomes
  scales`.split(/\s+/),
);

/** Moodle's list of the archive, which the archive itself makes superfluous. */
const INDEX = '.ARCHIVE_INDEX';

/** Whether a file of an archive is not to be read, by its path. */
export function isNeverRead(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === INDEX || /\.log$/i.test(name)) return true;
  return /\.xml$/i.test(name) && PERSONAL.has(name.slice(0, -'.xml'.length).toLowerCase());
}
