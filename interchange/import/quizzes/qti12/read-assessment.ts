import type { ImportReport } from '#interchange/import/import-report.ts';
import { titleOfHtml } from '#interchange/import/text/titles.ts';
import { childrenOf, findElement, textAt, type XmlElement } from '#interchange/import/xml.ts';
import type { ForeignQuestion, ForeignQuiz } from '../foreign-quiz.ts';
import { QUESTIONS_MAX } from '../limit-questions.ts';
import { quizReasons } from '../quiz-reasons.ts';
import { materialHtml } from './material.ts';
import { fieldsIn, readItem } from './read-item.ts';

/** An assessment or a bank of questions of QTI 1.2. */
export interface ReadAssessment {
  readonly quiz: ForeignQuiz;
  /** HTML above the questions. */
  readonly html: string;
  readonly ident: string;
}

interface AssessmentOptions {
  /** Empty for the title that the file has. */
  readonly title: string;
  /** The title of a file without one. */
  readonly fallback: string;
  readonly findBank: Reading['findBank'];
  readonly drawn: Reading['drawn'];
}

interface Reading {
  readonly report: ImportReport;
  /** The title of the quiz. */
  readonly place: string;
  /** The element of a bank that a section draws from. */
  readonly findBank: (ident: string) => Promise<XmlElement | null>;
  /** How many questions sections drew from banks, in all quizzes of the file: each of them may draw all of a bank. */
  readonly drawn: { count: number };
}

/**
 * Reads the assessment of a file of QTI 1.2: tests; a bank is practice, and so is a file of items. Null for a file
 * without any of these. What cannot be taken is reported.
 */
export async function readAssessment(
  root: XmlElement,
  report: ImportReport,
  options: AssessmentOptions,
): Promise<ReadAssessment | null> {
  const { title, fallback, findBank, drawn } = options;
  const assessment = findElement(root, 'assessment');
  const element = assessment ?? findElement(root, 'objectbank') ?? (hasItems(root) ? root : undefined);
  if (element === undefined) return null;
  const fields = fieldsIn(element);
  const shown =
    title ||
    titleOfHtml(element.attributes.get('title') ?? '') ||
    titleOfHtml(fields.get('bank_title') ?? '', fallback);
  const questions = await questionsIn(element, { report, place: shown, findBank, drawn });
  const attempts = Number.parseInt(
    fields.get('cc_maxattempts') ?? textAt(element, 'assess_procextension', 'attempts_allowed'),
    10,
  );
  const isTest = assessment !== undefined && !UNGRADED.test(fields.get('bbmd_assessmenttype') ?? '');
  return {
    quiz: {
      title: shown,
      use: isTest ? 'test' : 'practice',
      questions,
      attemptsMax: Number.isFinite(attempts) ? attempts : null,
      ...(hidesSolutions(element, fields) && { release: 'score' }),
    },
    html: ['presentation_material', 'rubric']
      .flatMap((name) => childrenOf(element, name))
      .map(materialHtml)
      .join(''),
    ident: element.attributes.get('ident') ?? '',
  };
}

/** Whether learners do not see the right answers: as Common Cartridge, QTI and Brightspace say it. */
function hidesSolutions(element: XmlElement, fields: ReadonlyMap<string, string>): boolean {
  const said = [
    fields.get('qmd_solutionspermitted'),
    findElement(element, 'assessmentcontrol')?.attributes.get('solutionswitch'),
    textAt(element, 'assessfeedback', 'show_correct_answers'),
  ];
  return said.some((one) => one?.toLowerCase() === 'no');
}

/** Blackboard's types of assessments that are not tests. */
const UNGRADED = /pool|survey/i;

const hasItems = (root: XmlElement): boolean =>
  childrenOf(root).some(({ name }) => name === 'item' || name === 'section');

async function questionsIn(element: XmlElement, reading: Reading): Promise<ForeignQuestion[]> {
  const questions: ForeignQuestion[] = [];
  for (const child of childrenOf(element)) {
    if (child.name === 'item') for (const one of questionsOf(child, reading)) questions.push(one);
    else if (child.name === 'section') for (const one of await inSection(child, reading)) questions.push(one);
  }
  return questions;
}

/** A section may draw some of its questions, or of those of a bank, at random. */
async function inSection(section: XmlElement, reading: Reading): Promise<ForeignQuestion[]> {
  const selection = findElement(section, 'selection_ordering', 'selection');
  const own = await questionsIn(section, reading);
  const bankRef = textAt(selection, 'sourcebank_ref');
  const items = countItems(section);
  const draws = items === 0 && bankRef !== '';
  if (draws && reading.drawn.count > QUESTIONS_MAX) {
    reading.report.add('leftOut', reading.place, quizReasons.tooMany);
    return own;
  }
  const bank = draws ? await reading.findBank(bankRef) : null;
  const drawn = bank === null ? own : await questionsIn(bank, reading);
  if (bank !== null) reading.drawn.count += drawn.length;
  const number = textAt(selection, 'selection_number') || (fieldsIn(section).get('qmd_numberofitems') ?? '');
  const all = bank === null ? items : countItems(bank);
  if (number !== '' && all === 0) reading.report.add('missing', reading.place, quizReasons.bankMissing);
  else if (Number(number) > 0 && Number(number) < all)
    reading.report.add('simplified', reading.place, quizReasons.random);
  return drawn;
}

const countItems = (element: XmlElement): number =>
  childrenOf(element).reduce((sum, child) => {
    if (child.name === 'item') return sum + 1;
    return child.name === 'section' ? sum + countItems(child) : sum;
  }, 0);

function questionsOf(item: XmlElement, { report, place }: Reading): readonly ForeignQuestion[] {
  const { name, questions, reasons } = readItem(item);
  const shown = name === '' ? place : `${place}: ${name}`;
  for (const reason of reasons) report.add(questions.length === 0 ? 'leftOut' : 'simplified', shown, reason);
  return questions;
}
