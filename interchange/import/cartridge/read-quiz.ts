import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { findOwnQuiz, QUIZ_SETTINGS } from '#interchange/export/cartridge/quiz-marks.ts';
import { lessonOf } from '../imported-course.ts';
import { packageReasons } from '../manifest/package-reasons.ts';
import type { ManifestResource } from '../manifest/read-manifest.ts';
import { readPart } from '../manifest/read-part.ts';
import { nameOf } from '../paths.ts';
import type { ForeignQuiz } from '../quizzes/foreign-quiz.ts';
import { readAssessment } from '../quizzes/qti12/read-assessment.ts';
import { quizReasons } from '../quizzes/quiz-reasons.ts';
import { titleOfHtml } from '../text/titles.ts';
import { findElement, textAt, type XmlElement } from '../xml.ts';
import { type Cartridge, filesOf } from './cartridge-parts.ts';
import type { ReadLesson } from './read-content.ts';
import { isAssessment, isBank } from './resource-kind.ts';

/** Canvas writes each quiz twice: within the standard, and with all that it has. */
const WHOLE = /\.xml\.qti$/i;

/** Reads a quiz as a lesson of its own; null, with a report, for one without questions that Carrel has. */
export async function readQuiz(
  resource: ManifestResource,
  title: string,
  cartridge: Cartridge,
): Promise<ReadLesson | null> {
  const { report } = cartridge;
  const files = quizFiles(resource, cartridge);
  const settings = await readNamed(files, QUIZ_SETTINGS);
  const named = title || titleOfHtml(textAt(settings ?? undefined, 'title')) || resource.title;
  const fallback = named || nameOf(resource.href || (resource.files[0] ?? resource.identifier));
  if (isBank(resource) && hasAssessments(cartridge)) {
    report.add('leftOut', fallback, quizReasons.bank);
    return null;
  }
  const file =
    files.find(({ path }) => WHOLE.test(path)) ?? files.find(({ path }) => nameOf(path) !== QUIZ_SETTINGS);
  const root = file === undefined ? null : await readPart(file);
  if (file === undefined) report.add('missing', fallback, packageReasons.notThere);
  else if (root === null) report.add('leftOut', fallback, packageReasons.unreadable);
  if (file === undefined || root === null) return null;
  const findBank = (ident: string) => findOrReadBank(ident, cartridge);
  const options = { title: named, fallback, findBank, drawn: cartridge.drawn };
  const read = await readAssessment(root, report, options);
  const shown = read?.quiz.title ?? fallback;
  if (read === null || read.quiz.questions.length === 0) {
    report.add('leftOut', shown, quizReasons.noQuestions);
    return null;
  }
  const own = findOwnQuiz(read.ident);
  const quiz: ForeignQuiz = {
    ...read.quiz,
    ...{ title: shown, path: file.path },
    ...(settings !== null && settingsOf(settings)),
    ...(own !== null && { use: own, isOwn: true }),
  };
  const html = textAt(settings ?? undefined, 'description') || read.html;
  const { identifier } = resource;
  const lesson = lessonOf({
    key: `quiz:${identifier}`,
    title: shown,
    html,
    path: file.path,
    quizzes: [quiz],
  });
  const isHidden = textAt(settings ?? undefined, 'available') === 'false';
  const assignment = findElement(settings ?? undefined, 'assignment')?.attributes.get('identifier') ?? '';
  return { lesson, isHidden, otherIdentifier: assignment };
}

/** The files of a resource, and of those of Canvas that describe it. */
function quizFiles(resource: ManifestResource, cartridge: Cartridge): TreeFile[] {
  const others = resource.dependencies.flatMap((identifier) => {
    const found = cartridge.manifest.resources.get(identifier);
    const files = found === undefined ? [] : filesOf(found, cartridge);
    return files.filter(({ path }) => WHOLE.test(path) || nameOf(path) === QUIZ_SETTINGS);
  });
  return [...filesOf(resource, cartridge), ...others];
}

async function readNamed(files: readonly TreeFile[], name: string): Promise<XmlElement | null> {
  const file = files.find(({ path }) => nameOf(path) === name);
  return file === undefined ? null : readPart(file);
}

const hasAssessments = ({ manifest }: Cartridge): boolean =>
  [...manifest.resources.values()].some(isAssessment);

async function findOrReadBank(ident: string, cartridge: Cartridge): Promise<XmlElement | null> {
  const { banks } = cartridge;
  const bank = banks.get(ident) ?? (banks.has(ident) ? null : await readBank(ident, cartridge));
  banks.set(ident, bank);
  return bank;
}

/** Canvas names a bank by its file, Blackboard by its resource. */
async function readBank(ident: string, cartridge: Cartridge): Promise<XmlElement | null> {
  const { tree, manifest } = cartridge;
  const resource = manifest.resources.get(ident);
  const named = resource === undefined ? [] : filesOf(resource, cartridge);
  const file = tree.find(`${manifest.folder}non_cc_assessments/${ident}.xml.qti`) ?? named[0];
  const root = (file === undefined ? null : await readPart(file)) ?? undefined;
  return findElement(root, 'objectbank') ?? findElement(root, 'assessment') ?? null;
}

/** Reads the settings of a quiz in Canvas' words, with those that Carrel adds to them. */
function settingsOf(settings: XmlElement): Partial<ForeignQuiz> {
  const type = textAt(settings, 'quiz_type');
  const attempts = Number.parseInt(textAt(settings, 'allowed_attempts'), 10);
  const isHidden =
    textAt(settings, 'hide_results') !== '' ||
    textAt(settings, 'show_correct_answers') === 'false' ||
    textAt(settings, 'show_correct_answers_last_attempt') === 'true';
  return {
    use: type === '' || type === 'assignment' ? 'test' : 'practice',
    attemptsMax: attempts > 0 ? attempts : null,
    scoreRule: textAt(settings, 'scoring_policy') === 'keep_latest' ? 'last' : 'best',
    release: isHidden ? 'score' : 'answers',
    passPercent: Number.parseFloat(textAt(settings, 'pass_percent')),
    isShuffled: textAt(settings, 'shuffle_questions') === 'true',
    isRequired: textAt(settings, 'required') === 'true',
  };
}
