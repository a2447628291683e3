import { childrenOf, type XmlElement } from '#interchange/import/xml.ts';

const isBlock = ({ name, attributes }: XmlElement, kind: string): boolean =>
  name === 'flow' && attributes.get('class')?.toUpperCase() === kind;

/** All elements inside that `is` accepts, without those inside of these. */
const findAll = (element: XmlElement, is: (element: XmlElement) => boolean): XmlElement[] =>
  childrenOf(element).flatMap((child) => (is(child) ? [child] : findAll(child, is)));

/** The parts of a match as Blackboard writes it. */
interface MatchBlocks {
  readonly question: XmlElement | undefined;
  /** Each has a response without texts, and behind it the left side. */
  readonly lefts: readonly XmlElement[];
  /** The right sides, in the order of the choices of each response. */
  readonly rights: readonly XmlElement[];
}

/** Null for any other question. */
export function findMatchBlocks(presentation: XmlElement): MatchBlocks | null {
  const [block] = findAll(presentation, (one) => isBlock(one, 'RIGHT_MATCH_BLOCK'));
  if (block === undefined) return null;
  const [question] = findAll(presentation, (one) => isBlock(one, 'QUESTION_BLOCK'));
  const isLeft = (one: XmlElement) => childrenOf(one, 'response_lid').length > 0;
  const [responses] = findAll(presentation, (one) => isBlock(one, 'RESPONSE_BLOCK'));
  return {
    question,
    lefts: responses === undefined ? [] : findAll(responses, isLeft),
    rights: findAll(block, (one) => isBlock(one, 'BLOCK')),
  };
}
