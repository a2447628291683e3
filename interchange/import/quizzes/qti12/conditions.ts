import { childrenOf, findElement, textOf, type XmlElement } from '#interchange/import/xml.ts';

/** A comparison of a response with a value. */
export interface Comparison {
  readonly kind: 'equal' | 'from' | 'to';
  /** Of the response. */
  readonly response: string;
  readonly value: string;
  /** It is inside of a `not`. */
  readonly isNegated: boolean;
  /** It holds for every response that has the value anywhere in it. */
  readonly isPart: boolean;
}

/** What follows from a response. */
export interface Condition {
  readonly comparisons: readonly Comparison[];
  /** It holds for every other response. */
  readonly isOther: boolean;
  /** What it adds to the score, 0 if nothing; the whole for a word instead of a number. */
  readonly score: number;
  readonly hasScore: boolean;
  /** How Blackboard compares a typed text: `exact`, `contains` or `matches` (a pattern); empty for any other. */
  readonly evaluation: string;
  /** The identifiers of feedback. */
  readonly feedback: readonly string[];
}

const KINDS: ReadonlyMap<string, Comparison['kind']> = new Map(
  Object.entries({
    varequal: 'equal',
    varsubstring: 'equal',
    vargte: 'from',
    vargt: 'from',
    varlte: 'to',
    varlt: 'to',
  }),
);

/** The conditions of the response processing of an item. */
export function readConditions(item: XmlElement): Condition[] {
  const conditions = childrenOf(item, 'resprocessing')
    .flatMap((processing) => childrenOf(processing, 'respcondition'))
    .map(readCondition);
  return conditions.some(({ score }) => score > 0) ? conditions : conditions.map(scoredByFeedback);
}

const EVALUATION = 'EvaluationType';
/** Variables that are no score: Brightspace and Blackboard count wrong answers in them. */
const NO_SCORES: ReadonlySet<string> = new Set([EVALUATION, 'D2L_Incorrect', 'NegativeCreditPercent']);

const variableOf = ({ attributes }: XmlElement): string =>
  attributes.get('varname') ?? attributes.get('variablename') ?? '';

function readCondition(element: XmlElement): Condition {
  const test = findElement(element, 'conditionvar');
  const setters = childrenOf(element, 'setvar');
  const scores = setters.filter((one) => !NO_SCORES.has(variableOf(one))).map(textOf);
  return {
    comparisons: test === undefined ? [] : comparisonsIn(test, false),
    isOther: test !== undefined && childrenOf(test, 'other').length > 0,
    score: Math.max(0, ...scores.map(scoreOf)),
    hasScore: scores.length > 0,
    evaluation: textOf(setters.find((one) => variableOf(one) === EVALUATION)).toLowerCase(),
    feedback: childrenOf(element, 'displayfeedback').flatMap(
      ({ attributes }) => attributes.get('linkrefid') ?? [],
    ),
  };
}

/** Blackboard gives typed answers no score: the right ones lead to the feedback `correct`. */
const scoredByFeedback = (condition: Condition): Condition =>
  condition.feedback.includes('correct') && !condition.hasScore ? { ...condition, score: 100 } : condition;

/** Blackboard writes `SCORE.max`. */
function scoreOf(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number)) return number;
  return /max/i.test(text) ? 100 : 0;
}

function comparisonsIn(element: XmlElement, isNegated: boolean): Comparison[] {
  return childrenOf(element).flatMap((child) => {
    const kind = KINDS.get(child.name);
    if (kind === undefined) return comparisonsIn(child, isNegated !== (child.name === 'not'));
    const response = child.attributes.get('respident') ?? '';
    return [{ kind, response, value: textOf(child), isNegated, isPart: child.name === 'varsubstring' }];
  });
}

/** The conditions that give points. */
export const scoring = (conditions: readonly Condition[]): Condition[] =>
  conditions.filter(({ score }) => score > 0);

/** The values of a response that give points: of a single choice those that give the most. */
export function rightValues(conditions: readonly Condition[], response: string, isSingle: boolean): string[] {
  const own = scoring(conditions).filter(({ comparisons }) =>
    comparisons.some((one) => isRight(one, response)),
  );
  const most = Math.max(...own.map(({ score }) => score));
  const counted = isSingle ? own.filter(({ score }) => score === most) : own;
  const values = counted.flatMap(({ comparisons }) =>
    comparisons.filter((one) => isRight(one, response)).map(({ value }) => value),
  );
  return [...new Set(values)];
}

const isRight = ({ kind, response, isNegated }: Comparison, wanted: string): boolean =>
  kind === 'equal' && !isNegated && response === wanted;
