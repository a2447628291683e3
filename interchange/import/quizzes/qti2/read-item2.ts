import { joinPath } from '#interchange/import/paths.ts';
import { titleOfHtml } from '#interchange/import/text/titles.ts';
import { childrenOf, findElement, textOf, type XmlElement } from '#interchange/import/xml.ts';
import { toNumber } from '#schema/quizzes/answer-text.ts';
import { explaining } from '../feedback.ts';
import { choiceAnswer, type ForeignAnswer, type ForeignQuestion, pointsOf } from '../foreign-quiz.ts';
import { gapQuestions } from '../gaps.ts';
import { innerHtml } from '../inner-html.ts';
import type { ReadItem } from '../qti12/read-item.ts';
import { quizReasons } from '../quiz-reasons.ts';

/** What a declaration says of a response. */
interface Declaration {
  readonly baseType: string;
  readonly cardinality: string;
  readonly right: readonly string[];
  /** The values that give the most points, of those that give any. */
  readonly mapped: readonly string[];
}

/** Interactions inside of a sentence. */
const INLINE: ReadonlySet<string> = new Set(['textEntryInteraction', 'inlineChoiceInteraction']);
/** What learners see only after an answer, or authors only. */
const UNSEEN: ReadonlySet<string> = new Set([
  'feedbackInline',
  'feedbackBlock',
  'rubricBlock',
  'templateBlock',
  'stylesheet',
]);
/** Stands for an interaction in the text of an item. */
const MARK = '\u0000';

/**
 * Reads an item of QTI 2.1 or 2.2.
 *
 * @param folder of its file, in which its pictures are
 */
export function readItem2(item: XmlElement, folder: string): ReadItem {
  const name = titleOfHtml(item.attributes.get('title') ?? '', '');
  const leftOut = (kind: string): ReadItem => ({ name, questions: [], reasons: [quizReasons.kind(kind)] });
  const body = findElement(item, 'itemBody');
  if (body === undefined) return { name, questions: [], reasons: [quizReasons.unreadable] };
  if (childrenOf(item, 'templateDeclaration').length > 0) return leftOut('template');
  const interactions: XmlElement[] = [];
  const html = withAddresses(
    innerHtml(body, (element) => {
      if (UNSEEN.has(element.name)) return '';
      if (!element.name.endsWith('Interaction')) return null;
      interactions.push(element);
      return MARK;
    }),
    folder,
  );
  const [first, ...others] = interactions;
  if (first === undefined) return leftOut('text');
  const declarations = declarationsOf(item);
  const shared = { name, points: itemPoints(item), explanations: explanationsOf(item) };
  const declarationOf = (element: XmlElement): Declaration =>
    declarations.get(element.attributes.get('responseIdentifier') ?? '') ?? NONE;
  if (interactions.every((one) => INLINE.has(one.name))) {
    const answers = interactions.map((one) => inlineAnswer(one, declarationOf(one)));
    return { name, ...gapQuestions(shared, { pieces: html.split(MARK), answers }) };
  }
  if (others.length > 0) return leftOut('several interactions');
  const answer = READERS.get(first.name)?.(first, declarationOf(first)) ?? null;
  if (answer === null) return leftOut(first.name.replace(/Interaction$/, ''));
  const asked = findElement(first, 'prompt');
  const prompt = html.replace(
    MARK,
    asked === undefined ? '' : withAddresses(`<p>${innerHtml(asked)}</p>`, folder),
  );
  const question: ForeignQuestion = { ...shared, prompt, answer };
  return { name, questions: [question], reasons: [] };
}

const NONE: Declaration = { baseType: '', cardinality: '', right: [], mapped: [] };

function declarationsOf(item: XmlElement): Map<string, Declaration> {
  return new Map(
    childrenOf(item, 'responseDeclaration').map((element) => {
      const { attributes } = element;
      const correct = findElement(element, 'correctResponse');
      const mapping = findElement(element, 'mapping');
      const entries = (mapping === undefined ? [] : childrenOf(mapping, 'mapEntry')).map((entry) => ({
        key: entry.attributes.get('mapKey') ?? '',
        value: Number(entry.attributes.get('mappedValue')) || 0,
      }));
      const most = Math.max(0, ...entries.map(({ value }) => value));
      const declaration: Declaration = {
        baseType: attributes.get('baseType') ?? '',
        cardinality: attributes.get('cardinality') ?? '',
        right: correct === undefined ? [] : childrenOf(correct, 'value').map(textOf),
        mapped: entries.filter(({ value }) => value > 0 && value === most).map(({ key }) => key),
      };
      return [attributes.get('identifier') ?? '', declaration];
    }),
  );
}

/** Null for an interaction whose key is not there. */
type ReadInteraction = (element: XmlElement, declaration: Declaration) => ForeignAnswer | null;

const rightOf = ({ right, mapped }: Declaration): ReadonlySet<string> =>
  new Set(right.length > 0 ? right : mapped);

const idOf = ({ attributes }: XmlElement): string => attributes.get('identifier') ?? '';
const textHtml = (element: XmlElement): string =>
  innerHtml(element, (one) => (UNSEEN.has(one.name) ? '' : null)).trim();
/** What is said to those who take a choice. */
const feedbackIn = (element: XmlElement): string =>
  childrenOf(element, 'feedbackInline')
    .map((one) => innerHtml(one))
    .join(' ');

function choicesOf(element: XmlElement, name: string, right: ReadonlySet<string>) {
  return childrenOf(element, name).map((choice) => ({
    text: textHtml(choice),
    isRight: right.has(idOf(choice)),
    feedback: feedbackIn(choice),
  }));
}

const readChoice: ReadInteraction = (element, declaration) => {
  const isSeveral = declaration.cardinality === 'multiple' || element.attributes.get('maxChoices') === '0';
  return choiceAnswer(choicesOf(element, 'simpleChoice', rightOf(declaration)), isSeveral);
};

const readOrder: ReadInteraction = (element, { right }) => {
  const texts = new Map(
    childrenOf(element, 'simpleChoice').map((choice) => [idOf(choice), textHtml(choice)]),
  );
  const lines = right.flatMap((id) => texts.get(id) ?? []);
  return { kind: 'order', lines: lines.length === texts.size ? lines : [] };
};

/** Pairs as texts; each left side once. */
function matchOf(
  lefts: ReadonlyMap<string, string>,
  rights: ReadonlyMap<string, string>,
  values: readonly string[],
): ForeignAnswer | null {
  const pairs = values
    .map((value) => value.split(/\s+/))
    .map(([one = '', other = '']) => (lefts.has(one) ? [one, other] : [other, one]));
  const used = new Set(pairs.map(([, right = '']) => right));
  if (new Set(pairs.map(([left]) => left)).size < pairs.length) return null;
  return {
    kind: 'match',
    pairs: pairs.map(([left = '', right = '']): [string, string] => [
      lefts.get(left) ?? '',
      rights.get(right) ?? '',
    ]),
    others: [...rights].filter(([id]) => !used.has(id)).map(([, text]) => text),
  };
}

const readMatch: ReadInteraction = (element, { right, mapped }) => {
  const [lefts, rights] = childrenOf(element, 'simpleMatchSet').map(
    (set) => new Map(childrenOf(set, 'simpleAssociableChoice').map((one) => [idOf(one), textHtml(one)])),
  );
  return lefts === undefined || rights === undefined
    ? null
    : matchOf(lefts, rights, right.length > 0 ? right : mapped);
};

const readOpen: ReadInteraction = (_element, { right }) => ({ kind: 'open', model: right.join('\n') });

const READERS: ReadonlyMap<string, ReadInteraction> = new Map([
  ['choiceInteraction', readChoice],
  ['orderInteraction', readOrder],
  ['matchInteraction', readMatch],
  ['extendedTextInteraction', readOpen],
]);

function inlineAnswer(element: XmlElement, declaration: Declaration): ForeignAnswer {
  if (element.name === 'inlineChoiceInteraction')
    return choiceAnswer(choicesOf(element, 'inlineChoice', rightOf(declaration)), false);
  const accepted = [...new Set([...declaration.right, ...declaration.mapped])];
  const [first] = accepted;
  const isNumber = declaration.baseType === 'float' || declaration.baseType === 'integer';
  return isNumber && first !== undefined && toNumber(first) !== null
    ? { kind: 'number', value: first, tolerance: '0' }
    : { kind: 'text', accepted };
}

const explanationsOf = (item: XmlElement): string[] =>
  explaining(childrenOf(item, 'modalFeedback').map((one) => innerHtml(one)));

function itemPoints(item: XmlElement): number {
  const most = childrenOf(item, 'outcomeDeclaration').find((one) => idOf(one) === 'MAXSCORE');
  return pointsOf(textOf(findElement(most, 'defaultValue', 'value')));
}

/** Items are in folders of their own: their addresses become those from the root. */
const withAddresses = (html: string, folder: string): string =>
  html.replace(/ (src|data)="(?![a-z]+:|\/)([^"]{1,500})"/gi, (whole, attribute: string, address: string) => {
    const path = joinPath(folder, address);
    return path === null ? whole : ` ${attribute}="/${path}"`;
  });
