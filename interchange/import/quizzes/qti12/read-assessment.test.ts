import { expect, it } from 'vitest';
import { ImportReport } from '#interchange/import/import-report.ts';
import { parseXml } from '#interchange/import/xml.ts';
import { readAssessment } from './read-assessment.ts';

it('draws from banks no more questions than a file can have, in all its quizzes together', async () => {
  const draws =
    '<section><selection_ordering><selection><sourcebank_ref>b</sourcebank_ref></selection></selection_ordering></section>';
  const item =
    '<item><presentation><response_str ident="r"><render_fib/></response_str></presentation></item>';
  const bank = parseXml(`<objectbank>${item.repeat(3)}</objectbank>`);
  const report = new ImportReport();
  const quiz = parseXml(`<questestinterop><assessment>${draws.repeat(4)}</assessment></questestinterop>`);
  const options = { title: 'Exam', fallback: '', findBank: async () => bank, drawn: { count: 9_996 } };
  const read = await readAssessment(quiz, report, options);
  expect(read?.quiz.questions).toHaveLength(6);
  expect(report.lines).toMatchObject([
    { outcome: 'leftOut', place: 'Exam', count: 2, reason: expect.stringContaining('more than 10,000') },
  ]);
});
