import { escapeHtml } from '#interchange/import/text/plain-text.ts';
import { titleOfHtml } from '#interchange/import/text/titles.ts';
import { childrenOf, textAt, type XmlElement } from '#interchange/import/xml.ts';
import { explaining } from '../feedback.ts';
import { choiceAnswer, type ForeignAnswer, type ForeignQuestion, pointsOf } from '../foreign-quiz.ts';
import { GAPS_MAX, gapQuestions } from '../gaps.ts';
import { quizReasons } from '../quiz-reasons.ts';
import { type Condition, readConditions, rightValues, scoring } from './conditions.ts';
import { materialHtml } from './material.ts';
import { type Presentation, type Response, readPresentation } from './presentation.ts';
import { fillAnswer } from './read-fill.ts';

/** The questions that an item became: several for a text with gaps. `reasons`: why there is none, or what was lost. */
export interface ReadItem {
  readonly name: string;
  readonly questions: readonly ForeignQuestion[];
  readonly reasons: readonly string[];
}

/** An item with what its readers need. */
interface Item extends Presentation {
  /** The kind, as Canvas (`matching_question`) or Common Cartridge (`cc.essay.v0p1`) names it; may be empty. */
  readonly kind: string;
  readonly conditions: readonly Condition[];
  /** HTML by identifier. */
  readonly feedback: ReadonlyMap<string, string>;
  readonly solution: string;
  /** What is lost. */
  readonly reasons: string[];
}

/** The fields that name the kind, the most exact one first. */
const KIND_FIELDS = ['question_type', 'cc_profile', 'bbmd_questiontype', 'qmd_questiontype', 'qmd_itemtype'];

/** Kinds that are recognised by name, because their elements are those of other kinds. */
const UNKNOWN_KINDS =
  /calculated|file.?upload|text_only|hot.?spot|likert|opinion|quiz.?bowl|multi-short|pattern_match|arithmetic|significant figures/i;

/** Reads an item of QTI 1.2 with what Canvas, Moodle, Blackboard and Brightspace add. */
export function readItem(element: XmlElement): ReadItem {
  const fields = fieldsIn(element);
  const title = element.attributes.get('title') ?? '';
  const name = /^question$/i.test(title.trim()) ? '' : titleOfHtml(title, '');
  const kind = KIND_FIELDS.map((label) => fields.get(label)).find((one) => one !== undefined) ?? '';
  const item: Item = {
    ...readPresentation(element),
    kind,
    conditions: readConditions(element),
    feedback: feedbackIn(element),
    solution: solutionIn(element),
    reasons: [],
  };
  if (item.responses.length > GAPS_MAX) return { name, questions: [], reasons: [quizReasons.tooLong] };
  const named = item.responses[0]?.element ?? 'text';
  const answers = UNKNOWN_KINDS.test(kind) ? null : answersOf(item);
  if (answers === null) return { name, questions: [], reasons: [quizReasons.kind(kind || named)] };
  const shared = { name, points: itemPoints(element, fields), explanations: explanationsOf(item) };
  if (!('pieces' in answers))
    return {
      name,
      questions: [{ ...shared, prompt: item.pieces.join(' '), answer: answers }],
      reasons: item.reasons,
    };
  const { questions, reasons } = gapQuestions(shared, answers);
  return { name, questions, reasons: [...item.reasons, ...reasons] };
}

type Answers =
  | ForeignAnswer
  | { readonly pieces: readonly string[]; readonly answers: readonly ForeignAnswer[] };

/** Null for a kind that Carrel does not have. */
function answersOf(item: Item): Answers | null {
  const { responses, kind, solution, conditions, pieces } = item;
  const [first, ...others] = responses;
  if (/essay|short response|long answer/i.test(kind)) return { kind: 'open', model: solution };
  if (first === undefined) return null;
  const isChoice = responses.every(({ element }) => element === 'response_lid' || element === 'response_grp');
  const hasTokens = /dropdown|multiple_blanks|jumbled/i.test(kind);
  if (isChoice && others.length === 0 && !hasTokens) return choiceOf(first, item);
  if (isChoice) return tokensOf(item) ?? (responses.some(({ html }) => html !== '') ? matchOf(item) : null);
  if (responses.some(({ element }) => element !== 'response_str' && element !== 'response_num')) return null;
  if (conditions.some(({ evaluation }) => evaluation === 'matches')) return null;
  if (conditions.some(isOfPart)) item.reasons.push(quizReasons.contains);
  const filled = responses.map((one) => fillAnswer(one, conditions, kind));
  if (filled.some(({ isFirstOf }) => isFirstOf)) item.reasons.push(quizReasons.tolerance);
  const answers = filled.map(({ answer }) => answer);
  const isOpen = answers.every((one) => one.kind === 'text' && one.accepted.length === 0);
  if (isOpen && others.length === 0) return { kind: 'open', model: solution };
  return tokensOf(item) ?? { pieces, answers };
}

/** Whether an answer is right that has the text anywhere in it. */
const isOfPart = ({ evaluation, comparisons }: Condition): boolean =>
  evaluation === 'contains' || comparisons.some(({ isPart }) => isPart);

function choiceOf(response: Response, { kind, conditions, feedback }: Item): ForeignAnswer {
  const { ident, labels, cardinality } = response;
  if (cardinality === 'ordered') return orderOf(response, conditions);
  const isSeveral =
    (cardinality === 'multiple' && !/^multiple choice$/i.test(kind)) ||
    /multiple_(answers|response)/i.test(kind);
  const right = rightLabels(response, conditions, !isSeveral);
  const said = choiceFeedback(conditions, ident);
  const choices = labels.map((label) => ({
    text: textOfLabel(label.html),
    isRight: right.has(label.ident),
    feedback: feedback.get(said.get(label.ident) ?? '') ?? '',
  }));
  return choiceAnswer(choices, isSeveral);
}

/** The identifiers of the right choices. */
function rightLabels(
  { ident, labels }: Response,
  conditions: readonly Condition[],
  isSingle: boolean,
): ReadonlySet<string> {
  const values = rightValues(conditions, ident, isSingle);
  const known = new Set(labels.map((label) => label.ident));
  if (values.length === 0 || values.some((value) => known.has(value))) return new Set(values);
  // Blackboard Ultra compares other identifiers than its choices have, each once and in their order.
  const [all = []] = scoring(conditions).map(({ comparisons }) =>
    comparisons.filter(({ response }) => response === ident),
  );
  if (all.length !== labels.length) return new Set();
  return new Set(labels.filter((_, at) => all[at]?.isNegated === false).map((label) => label.ident));
}

/** Blackboard writes `true` and `yes_no.false` for “True” and “No”. */
function textOfLabel(html: string): string {
  const [, yes, no, value] = /^(?:([a-z]+)_([a-z]+)\.)?(true|false)$/.exec(html) ?? [];
  const chosen = (value === 'true' ? yes : no) ?? value;
  return chosen === undefined ? html : `${chosen.slice(0, 1).toUpperCase()}${chosen.slice(1)}`;
}

function orderOf({ ident, labels }: Response, conditions: readonly Condition[]): ForeignAnswer {
  const texts = new Map(labels.map((label) => [label.ident, label.html]));
  const [values = []] = scoring(conditions).map(({ comparisons }) =>
    comparisons.filter(({ response }) => response === ident).map(({ value }) => value),
  );
  const lines = values.length === labels.length ? values.map((value) => texts.get(value) ?? '') : [];
  return { kind: 'order', lines: values.length === 0 ? linesByPlace(labels, conditions) : lines };
}

/** Brightspace compares each line with its place. */
function linesByPlace(labels: Response['labels'], conditions: readonly Condition[]): string[] {
  const placed = labels.flatMap(({ ident, html }) => {
    const [value] = rightValues(conditions, ident, true);
    const place = Number(value);
    return Number.isInteger(place) ? [{ place, html }] : [];
  });
  if (placed.length < labels.length) return [];
  return placed.toSorted((one, other) => one.place - other.place).map(({ html }) => html);
}

/** The identifiers of what is said to those who take a choice, by the choice: conditions that give no points. */
function choiceFeedback(conditions: readonly Condition[], ident: string): Map<string, string> {
  const said = new Map<string, string>();
  for (const { comparisons, hasScore, feedback } of conditions) {
    const [only, ...others] = comparisons;
    const [shown] = feedback;
    if (only === undefined || shown === undefined || others.length > 0 || only.isNegated) continue;
    // Blackboard compares each choice with nothing.
    if (only.value === '') said.set(only.response, shown);
    else if (!hasScore && only.response === ident) said.set(only.value, shown);
  }
  return said;
}

/** Each response has the left side before its choices. */
function matchOf({ responses, conditions }: Item): ForeignAnswer {
  const used = new Set<string>();
  const pairs = responses.map(({ ident, html, labels }): [string, string] => {
    const [value] = rightValues(conditions, ident, true);
    const label = labels.find((one) => one.ident === value);
    if (label !== undefined) used.add(label.ident);
    return [html, label?.html ?? ''];
  });
  const others = new Map(
    responses
      .flatMap(({ labels }) => labels)
      .filter((label) => !used.has(label.ident))
      .map((label) => [label.ident, label.html]),
  );
  return { kind: 'match', pairs, others: [...others.values()] };
}

/** Canvas and Blackboard name gaps in the text, `[colour]`, and have a response for each. Null for any other item. */
function tokensOf({ responses, pieces, conditions, kind }: Item): Answers | null {
  const isDropdown = /dropdown|jumbled/i.test(kind);
  let rest = pieces.join('');
  const before: string[] = [];
  const answers: ForeignAnswer[] = [];
  for (const { response, token } of inText(responses, rest)) {
    const at = rest.indexOf(token);
    if (at < 0) return null;
    before.push(rest.slice(0, at));
    rest = rest.slice(at + token.length);
    if (response.element !== 'response_lid') answers.push(fillAnswer(response, conditions, kind).answer);
    else if (isDropdown) answers.push(choiceIn(response, conditions));
    else answers.push({ kind: 'text', accepted: response.labels.map(({ html }) => titleOfHtml(html, '')) });
  }
  return answers.length === responses.length && answers.length > 0
    ? { pieces: [...before, rest], answers }
    : null;
}

function choiceIn({ ident, labels }: Response, conditions: readonly Condition[]): ForeignAnswer {
  const right = new Set(rightValues(conditions, ident, true));
  return choiceAnswer(
    labels.map((label) => ({ text: label.html, isRight: right.has(label.ident) })),
    false,
  );
}

/** The responses with their tokens, in the order of the text: their names, or the ends of their identifiers. */
function inText(responses: readonly Response[], text: string) {
  return responses
    .map((response) => {
      const names = [titleOfHtml(response.html, ''), response.ident.replace(/^response_/, '')];
      const tokens = names.map((name) => `[${escapeHtml(name)}]`);
      return { response, token: tokens.find((token) => text.includes(token)) ?? '[]' };
    })
    .toSorted((one, other) => text.indexOf(one.token) - text.indexOf(other.token));
}

/** What is said to all, first, and then what is said for a right and for a wrong answer. */
function explanationsOf({ conditions, feedback, responses }: Item): string[] {
  const [first] = responses;
  const ofChoices = new Set(first === undefined ? [] : choiceFeedback(conditions, first.ident).values());
  const others = [...feedback].filter(([ident]) => !ofChoices.has(ident)).map(([, html]) => html);
  return explaining(others);
}

const feedbackIn = (item: XmlElement): Map<string, string> =>
  new Map(
    childrenOf(item, 'itemfeedback')
      .filter((one) => childrenOf(one, 'solution').length === 0)
      .map((one) => [one.attributes.get('ident') ?? '', materialHtml(one)]),
  );

const solutionIn = (item: XmlElement): string =>
  childrenOf(item, 'itemfeedback')
    .flatMap((one) => childrenOf(one, 'solution'))
    .map(materialHtml)
    .join('');

/** The metadata of an item or an assessment, by label. */
export function fieldsIn(element: XmlElement): Map<string, string> {
  const fields = new Map<string, string>();
  const walk = (one: XmlElement): void => {
    for (const child of childrenOf(one)) {
      if (/^qti_?metadatafield$/.test(child.name)) {
        const label = textAt(child, 'fieldlabel').toLowerCase();
        if (!fields.has(label)) fields.set(label, textAt(child, 'fieldentry'));
      } else if (/metadata$/.test(child.name)) walk(child);
      else if (/^(qmd|bbmd)_/.test(child.name) && !fields.has(child.name))
        fields.set(child.name, textAt(one, child.name));
    }
  };
  walk(element);
  return fields;
}

/** Of 100, as Canvas writes it, the highest score says nothing about the points. */
const PERCENT = 100;

function itemPoints(item: XmlElement, fields: ReadonlyMap<string, string>): number {
  const written = fields.get('points_possible') ?? fields.get('cc_weighting');
  if (written !== undefined) return pointsOf(written);
  const most = pointsOf(fields.get('qmd_absolutescore_max') ?? '', 0);
  // Blackboard has the weight 0 beside the points.
  if (most > 0) return most;
  const weight = fields.get('qmd_weighting');
  if (weight !== undefined) return pointsOf(weight);
  const scores = childrenOf(item, 'resprocessing')
    .flatMap((one) => childrenOf(one, 'outcomes'))
    .flatMap((one) => childrenOf(one, 'decvar'))
    .map(({ attributes }) => pointsOf(attributes.get('maxvalue') ?? '', 0));
  const highest = Math.max(0, ...scores);
  return highest === 0 || highest === PERCENT ? 1 : highest;
}
