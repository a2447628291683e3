import type { ReportLine } from './report-line.ts';

/** No person reads more, and the device stores the report with the import. */
const LINES_MAX = 500;
const MORE = 'More of this kind is not listed one by one.';

const keyOf = ({ outcome, reason }: ReportLine): string => `${outcome} ${reason}`;

/** Collects what became of the parts of a file. Equal outcomes with equal reasons are one line. */
export class ImportReport {
  readonly #lines = new Map<string, ReportLine>();

  add(outcome: ReportLine['outcome'], place: string, reason: string): void {
    this.addLines([{ outcome, place, reason, count: 1 }]);
  }

  /** Adds lines of another report. */
  addLines(lines: readonly ReportLine[]): void {
    for (const line of lines) {
      const known = this.#lines.get(keyOf(line));
      const isNew = known === undefined && this.#lines.size >= LINES_MAX;
      this.#addLine(isNew ? { ...line, reason: MORE } : line);
    }
  }

  #addLine(line: ReportLine): void {
    const known = this.#lines.get(keyOf(line));
    this.#lines.set(keyOf(line), known === undefined ? line : joinLines(known, line));
  }

  get lines(): ReportLine[] {
    return [...this.#lines.values()];
  }
}

/** The places of a line. Nothing that is left out may be without a name, but a device stores the report. */
const PLACES_MAX = 100;

function joinLines(known: ReportLine, { place, others = [], count }: ReportLine): ReportLine {
  const places = new Set([known.place, ...(known.others ?? [])]);
  for (const one of [place, ...others]) if (places.size < PLACES_MAX) places.add(one);
  places.delete(known.place);
  const joined = { ...known, count: known.count + count };
  return places.size === 0 ? joined : { ...joined, others: [...places] };
}

const NAME_MAX_CHARACTERS = 100;

/** Names in files may be as long as the files. */
const shortened = (name: string): string =>
  name.length > NAME_MAX_CHARACTERS ? `${name.slice(0, NAME_MAX_CHARACTERS)}…` : name;

/** Reasons that several formats share. */
export const reasons = {
  program: (kind: string) =>
    `This part is a program (${kind}). Carrel does not run programs from files. Its texts and pictures were taken.`,
  quiz: 'Quizzes of this format are not imported.',
  activity: (kind: string) =>
    `This is an activity of the other system (${kind}), and Carrel has nothing like it.`,
  empty: 'There is no text in it.',
  hidden: 'It was hidden from learners there, and is visible here when the course is published.',
  noLessons: 'There is nothing in this module that can become a lesson.',
  notInFile: (name: string) => `“${shortened(name)}” is named here but is not in the file.`,
  otherFile: 'A file that is neither a PDF nor a video nor a picture was left out.',
  otherAddress: (address: string) => `“${shortened(address)}” is not the address of a web page.`,
  madeSecure: 'Addresses that begin with http:// were changed to https://.',
  undecodable: 'A picture of a kind that browsers do not show was left out.',
  pictureTooLarge: 'A picture of more than 20 MB was left out.',
  tooManyPictures: 'There are more pictures in this text than one lesson can have.',
  math: 'A formula became plain text.',
  textTooLong:
    'This text is longer than one lesson can have (1 MB). Split it where it was written, and import it again.',
  deep: 'A page is nested so deeply that only its beginning was taken.',
  svg: 'A drawing inside of a page was left out.',
  form: 'A form became plain text.',
  remotePicture: 'This picture stays on the old server and needs a connection.',
  deeper: 'Levels below the second became part of the titles.',
} as const;
