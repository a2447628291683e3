import { toNumber } from '#schema/quizzes/answer-text.ts';
import { type Choice, type QuestionKey, readChoices, readKey } from '#schema/quizzes/question-content.ts';
import type { QuestionKind } from '#schema/quizzes/question-kind.ts';
import type { ExportedQuestion, ExportedQuiz } from '../pages/copy-quizzes.ts';
import { htmlMarkup, type PageContext, paragraphs } from '../pages/lesson-parts.ts';
import { cleanText, el, type Markup, titleOr, writeMarkup, xmlDocument } from '../pages/markup.ts';
import { INSTANCE } from './cartridge-version.ts';
import { markedIdent } from './quiz-marks.ts';

const QTI = 'http://www.imsglobal.org/xsd/ims_qtiasiv1p2';

/** What Common Cartridge calls the kinds that it has. */
const PROFILES: Readonly<Record<QuestionKind, string | null>> = {
  one: 'cc.multiple_choice.v0p1',
  several: 'cc.multiple_response.v0p1',
  text: 'cc.fib.v0p1',
  number: 'cc.fib.v0p1',
  open: 'cc.essay.v0p1',
  match: null,
  order: null,
};
/** What Canvas calls those that it has besides; others read them by their elements. */
const CANVAS_TYPES: Partial<Record<QuestionKind, string>> = {
  number: 'numerical_question',
  match: 'matching_question',
  order: 'ordering_question',
};

/**
 * The document of a quiz in QTI 1.2, with its keys: other systems ask and grade it. It is in the folder of the pages.
 *
 * @param ident unique among the quizzes of the course
 */
export function quizDocument(
  context: PageContext,
  { use, title, attemptsMax, release, questions }: ExportedQuiz,
  ident: string,
): string {
  const metadata = fieldsOf({
    cc_profile: 'cc.exam.v0p1',
    qmd_assessmenttype: 'Examination',
    qmd_scoretype: 'Percentage',
    qmd_solutionspermitted: release === 'answers' ? 'Yes' : 'No',
    cc_maxattempts: attemptsMax === null ? 'unlimited' : String(attemptsMax),
  });
  const items = questions.map((question, at) => itemOf(context, question, `${ident}-${at + 1}`, at + 1));
  const assessment = el(
    'assessment',
    { ident: markedIdent(use, ident), title: titleOr(title, 'Quiz') },
    metadata,
    el('section', { ident: 'root_section' }, ...items),
  );
  const attributes = {
    xmlns: QTI,
    'xmlns:xsi': INSTANCE,
    'xsi:schemaLocation': `${QTI} http://www.imsglobal.org/xsd/ims_qtiasiv1p2p1.xsd`,
  };
  return xmlDocument(el('questestinterop', attributes, assessment));
}

const fieldsOf = (fields: Readonly<Record<string, string | null>>): Markup =>
  el(
    'qtimetadata',
    {},
    ...Object.entries(fields).map(([label, entry]) =>
      entry === null
        ? null
        : el('qtimetadatafield', {}, el('fieldlabel', {}, label), el('fieldentry', {}, entry)),
    ),
  );

function itemOf(context: PageContext, question: ExportedQuestion, ident: string, number: number): Markup {
  const { kind, points, explanation } = question;
  const metadata = fieldsOf({
    cc_profile: PROFILES[kind],
    question_type: CANVAS_TYPES[kind] ?? null,
    cc_weighting: String(points),
    qmd_computerscored: kind === 'open' ? 'No' : null,
  });
  const { responses, conditions, solution = null } = responseOf(question);
  const isExplained = cleanText(explanation).trim() !== '';
  const explained = isExplained
    ? el('respcondition', { continue: 'Yes' }, el('conditionvar', {}, el('other')), feedbackLink())
    : null;
  const score = { maxvalue: '100', minvalue: '0', varname: 'SCORE', vartype: 'Decimal' };
  return el(
    'item',
    { ident, title: `Question ${number}` },
    el('itemmetadata', {}, metadata),
    el('presentation', {}, htmlMaterial(promptHtml(context, question)), ...responses),
    el('resprocessing', {}, el('outcomes', {}, el('decvar', score)), explained, ...conditions),
    isExplained
      ? feedbackOf(GENERAL, [htmlMaterial(writeMarkup(paragraphs(explanation, 'about'), 'xml'))])
      : null,
    solution,
  );
}

const GENERAL = 'general_fb';
const feedbackLink = (): Markup => el('displayfeedback', { feedbacktype: 'Response', linkrefid: GENERAL });
const feedbackOf = (ident: string, materials: readonly Markup[]): Markup =>
  el('itemfeedback', { ident }, el('flow_mat', {}, ...materials));

/** Addresses in quizzes begin with the folder of their file, by this mark of the standard. */
const promptHtml = (context: PageContext, { prompt }: ExportedQuestion): string =>
  htmlMarkup(context, prompt).replace(/ (src|href)="(?=\.\.\/|\d\d-)/g, ' $1="$IMS-CC-FILEBASE$$');

const material = (type: string, text: string): Markup =>
  el('material', {}, el('mattext', { texttype: type }, text));
const htmlMaterial = (html: string): Markup => material('text/html', html);
const textMaterial = (text: string): Markup => material('text/plain', text);

interface ItemParts {
  readonly responses: readonly Markup[];
  /** What gives points. */
  readonly conditions: readonly Markup[];
  readonly solution?: Markup;
}

const RESPONSE = 'response1';
const ALL_POINTS = 100;

function responseOf(question: ExportedQuestion): ItemParts {
  const choices = readChoices(question);
  const key = readKey(question) ?? {};
  switch (question.kind) {
    case 'one':
      return choiceParts(choices, 'Single', [
        el('conditionvar', {}, ...(key.right ?? []).map((id) => equal(id))),
      ]);
    case 'several':
      return choiceParts(choices, 'Multiple', [el('conditionvar', {}, allOf(choices, key))]);
    case 'order':
      return choiceParts(choices, 'Ordered', [
        el('conditionvar', {}, ...(key.order ?? []).map((id) => equal(id))),
      ]);
    case 'match':
      return matchParts(choices, key);
    case 'text':
      return fillParts('String', [el('conditionvar', {}, ...(key.accepted ?? []).map(typed))]);
    case 'number':
      return fillParts('Decimal', [el('conditionvar', {}, numberTest(key))]);
    case 'open':
      return { ...fillParts('String', []), solution: solutionOf(key.model ?? '') };
  }
}

const equal = (value: string, response = RESPONSE): Markup => el('varequal', { respident: response }, value);
const typed = (value: string): Markup => el('varequal', { respident: RESPONSE, case: 'No' }, value);

const scoring = (test: Markup, action: 'Set' | 'Add' = 'Set', points = ALL_POINTS): Markup =>
  el('respcondition', { continue: 'No' }, test, el('setvar', { action, varname: 'SCORE' }, String(points)));

const labelsOf = (choices: readonly Choice[]): Markup[] =>
  choices.map(({ id, text }) => el('response_label', { ident: id }, textMaterial(text)));

const lid = (ident: string, cardinality: string, choices: readonly Choice[], left: Markup = null): Markup =>
  el(
    'response_lid',
    { ident, rcardinality: cardinality },
    left,
    el('render_choice', {}, ...labelsOf(choices)),
  );

const choiceParts = (
  choices: readonly Choice[],
  cardinality: string,
  tests: readonly Markup[],
): ItemParts => ({
  responses: [lid(RESPONSE, cardinality, choices)],
  conditions: tests.map((test) => scoring(test)),
});

function allOf(choices: readonly Choice[], { right = [] }: QuestionKey): Markup {
  const tests = choices.map(({ id }) => (right.includes(id) ? equal(id) : el('not', {}, equal(id))));
  return el('and', {}, ...tests);
}

/** One response for each left side. */
function matchParts(choices: readonly Choice[], { pairs = [] }: QuestionKey): ItemParts {
  const lefts = choices.filter(({ side }) => side === 'left');
  const rights = choices.filter(({ side }) => side !== 'left');
  const share = Math.round((ALL_POINTS / Math.max(lefts.length, 1)) * 100) / 100;
  const rightOf = new Map(pairs);
  const nameOf = (at: number) => `response${at + 1}`;
  return {
    responses: lefts.map(({ text }, at) => lid(nameOf(at), 'Single', rights, textMaterial(text))),
    conditions: lefts.map(({ id }, at) =>
      scoring(el('conditionvar', {}, equal(rightOf.get(id) ?? '', nameOf(at))), 'Add', share),
    ),
  };
}

const fillParts = (type: string, tests: readonly Markup[]): ItemParts => ({
  responses: [
    el(
      'response_str',
      { ident: RESPONSE, rcardinality: 'Single' },
      el('render_fib', { fibtype: type }, el('response_label', { ident: 'answer1' })),
    ),
  ],
  conditions: tests.map((test) => scoring(test)),
});

/** The number, or one in its range. */
function numberTest({ value = '', tolerance = '0' }: QuestionKey): Markup {
  const [number, range] = [toNumber(value) ?? 0, toNumber(tolerance) ?? 0];
  const bound = (name: string, limit: number) => el(name, { respident: RESPONSE }, plainNumber(limit));
  return el(
    'or',
    {},
    equal(plainNumber(number)),
    el('and', {}, bound('vargte', number - range), bound('varlte', number + range)),
  );
}

/** Without the noise of fractions. */
const plainNumber = (number: number): string => String(Number(number.toPrecision(12)));

const solutionOf = (model: string): Markup =>
  el(
    'itemfeedback',
    { ident: 'solution' },
    el('solution', {}, el('solutionmaterial', {}, el('flow_mat', {}, textMaterial(model)))),
  );
