import type { FileTree } from '#interchange/archive/file-tree.ts';
import type { ImportReport } from '../import-report.ts';
import { pointsOf } from '../quizzes/foreign-quiz.ts';
import type { MoodleAnswer, MoodleQuestion } from '../quizzes/moodle/question-parts.ts';
import { childrenOf, findElement, type XmlElement } from '../xml.ts';
import { firstLanguage, htmlOf } from './moodle-text.ts';
import { readBackupPart, valueAt } from './read-backup-xml.ts';
import { areaPath } from './stored-files.ts';

const BANK_FILE = 'questions.xml';

/** A question as the bank of a backup has it. */
interface BankQuestion {
  readonly element: XmlElement;
  /** Of its category: its files are there. */
  readonly contextId: string;
}

/** The questions of a backup. Quizzes name them. */
export class QuestionBank {
  readonly #byEntry = new Map<string, BankQuestion>();
  readonly #byId = new Map<string, BankQuestion>();

  /** Reads the bank of a backup; an empty one where it has none. */
  static async read(tree: FileTree, report: ImportReport): Promise<QuestionBank> {
    const bank = new QuestionBank();
    const root = tree.find(BANK_FILE) === undefined ? null : await readBackupPart(tree, BANK_FILE, report);
    if (root !== null) for (const category of childrenOf(root, 'question_category')) bank.#add(category);
    return bank;
  }

  /** Since Moodle 4, a question has versions: the last one is taken. Before, categories have the questions themselves. */
  #add(category: XmlElement): void {
    const contextId = valueAt(category, 'contextid');
    for (const element of elementsIn(category, 'questions'))
      this.#byId.set(idOf(element), { element, contextId });
    for (const entry of elementsIn(category, 'question_bank_entries')) {
      const versions = elementsIn(entry, 'question_version');
      for (const version of versions) {
        for (const element of elementsIn(version, 'questions')) {
          const question = { element, contextId };
          this.#byId.set(idOf(element), question);
          if (valueAt(element, 'parent') === '0' || valueAt(element, 'parent') === '')
            this.#byEntry.set(idOf(entry), question);
        }
      }
    }
  }

  /** The question of an entry; null for one that is not in the backup. */
  findEntry(entryId: string): MoodleQuestion | null {
    const found = this.#byEntry.get(entryId);
    return found === undefined ? null : this.#questionOf(found);
  }

  findQuestion(questionId: string): MoodleQuestion | null {
    const found = this.#byId.get(questionId);
    return found === undefined ? null : this.#questionOf(found);
  }

  /** `isInner`: a question inside of another has none inside itself, whatever the file says. */
  #questionOf({ element, contextId }: BankQuestion, isInner = false): MoodleQuestion {
    const type = valueAt(element, 'qtype');
    const plugin = findElement(element, `plugin_qtype_${type}_question`);
    const options = findElement(plugin, type) ?? findElement(plugin, `${type}options`);
    const textOf = (parent: XmlElement | undefined, field: string, area: string, itemId: string) => {
      const folder = areaPath({ contextId, component: 'question', area, itemId });
      return firstLanguage(htmlOf(valueAt(parent, field), valueAt(parent, `${field}format`) || '1', folder));
    };
    const tolerances = new Map(
      elementsIn(plugin, 'numerical_records').map((one) => [
        valueAt(one, 'answer'),
        valueAt(one, 'tolerance'),
      ]),
    );
    const answers = elementsIn(plugin, 'answers').map(
      (answer): MoodleAnswer => ({
        raw: valueAt(answer, 'answertext'),
        text: answerHtml(
          answer,
          areaPath({ contextId, component: 'question', area: 'answer', itemId: idOf(answer) }),
        ),
        fraction: Number(valueAt(answer, 'fraction')) || 0,
        feedback: textOf(answer, 'feedback', 'answerfeedback', idOf(answer)),
        tolerance: tolerances.get(idOf(answer)) ?? '',
      }),
    );
    const inner = isInner
      ? []
      : valueAt(options, 'sequence')
          .split(',')
          .filter((id) => id !== '');
    return {
      type,
      name: firstLanguage(valueAt(element, 'name')),
      prompt: textOf(element, 'questiontext', 'questiontext', idOf(element)),
      points: pointsOf(valueAt(element, 'defaultmark')),
      generalFeedback: textOf(element, 'generalfeedback', 'generalfeedback', idOf(element)),
      combinedFeedback: ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'].map((field) =>
        textOf(options ?? findElement(plugin, 'matchoptions'), field, field, idOf(element)),
      ),
      answers,
      isSingle: type === 'truefalse' || valueAt(options, 'single') !== '0',
      pairs: elementsIn(plugin, 'matches').map((pair) => ({
        left: textOf(pair, 'questiontext', 'subquestion', idOf(pair)).trim(),
        right: htmlOf(valueAt(pair, 'answertext'), '2', ''),
      })),
      graderInfo: textOf(options, 'graderinfo', 'graderinfo', idOf(element)),
      inner: inner.flatMap((id) => {
        const found = this.#byId.get(id);
        return found === undefined ? [] : [this.#questionOf(found, true)];
      }),
      fillings: answers.map(({ text, feedback }) => ({ text, group: groupOf(feedback) })),
    };
  }
}

const idOf = ({ attributes }: XmlElement): string => attributes.get('id') ?? '';

/** The elements inside of the first one with a name. */
function elementsIn(parent: XmlElement | undefined, list: string): XmlElement[] {
  const element = findElement(parent, list);
  return element === undefined ? [] : childrenOf(element);
}

/** The format of an answer is not called after its text. */
const answerHtml = (answer: XmlElement, folder: string): string =>
  firstLanguage(htmlOf(valueAt(answer, 'answertext'), valueAt(answer, 'answerformat') || '1', folder));

/** A number, or a list of PHP with `draggroup`. */
const groupOf = (feedback: string): string =>
  /draggroup"[^0-9]{0,9}\d{0,3}[^0-9]{0,9}(\d{1,3})/.exec(feedback)?.[1] ?? feedback.replace(/\D/g, '');
