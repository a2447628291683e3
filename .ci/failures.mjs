// The failed tests of a run, to be listed again at its end, below the thousands of lines of those that passed.
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './programs.mjs';

const REASON_LINES = 12;
/** The report has this in place of Vitest's message that a test exceeded its time limit. */
const NO_MESSAGE = 'Error: STACK_TRACE_ERROR';

const entry = (file, name, reason) =>
  `✘ ${relative(root, file)} › ${name}\n    ${firstLines(reason).join('\n    ')}`;

const firstLines = (reason) =>
  reason.replaceAll(NO_MESSAGE, 'Error: The time limit was exceeded').split('\n').slice(0, REASON_LINES);

/**
 * One text for each failed test in a JSON report of Vitest, or for each file that could not be loaded: where it
 * is, its name, and the first lines of the reason.
 */
export function listVitestFailures(report) {
  return (report?.testResults ?? []).flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [entry(file, 'the whole file', message)] : [];
    return failed.map(({ fullName, failureMessages }) => entry(file, fullName, failureMessages.join('\n')));
  });
}

/** One text for each failed test in a JSON report of Playwright. */
export function listPlaywrightFailures(report) {
  return (report?.suites ?? []).flatMap(({ title, specs = [], suites = [] }) => {
    const failed = specs.filter(({ ok }) => !ok);
    return [
      ...failed.map((spec) => entry(join(root, 'e2e', spec.file ?? title), spec.title, reasonOf(spec))),
      ...listPlaywrightFailures({ suites }),
    ];
  });
}

function reasonOf({ tests = [] }) {
  const errors = tests.flatMap(({ results = [] }) => results.flatMap(({ errors: found = [] }) => found));
  return stripVTControlCharacters(errors.map(({ message = '' }) => message).join('\n'));
}
