/** Reasons of the report that only Moodle's backups have. */
export const moodleReasons = {
  noPart: 'This part of the backup is missing.',
  onlyText: (kind: string) => `Only the text of this activity (${kind}) was taken.`,
  languages: 'It is in several languages. The first one was taken.',
  questionPages: 'Pages with questions of this activity are not imported.',
  entries: 'Only the entries of teachers were taken.',
  program: 'This part is a program (a web page with scripts). Carrel does not run programs from files.',
  package: (kind: string) =>
    `This is a package (${kind}) inside of the backup. Download it in Moodle, and import it by itself.`,
} as const;
