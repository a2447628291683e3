import { useEffect } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';

interface QuizHelpProps {
  /** What is scrolled to; otherwise the help begins at its top. */
  section?: 'time';
  onClose: () => void;
}

const TIME = 'quiz-help-time';

/** What a teacher asks about questions and tests. A part of the editor, so that it opens without a network. */
export function QuizHelp({ section, onClose }: QuizHelpProps) {
  useEffect(() => {
    if (section === 'time') document.getElementById(TIME)?.scrollIntoView();
  }, [section]);
  return (
    <Dialog
      isOpen
      isWide
      title="Questions and tests"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <h3>Practice or test?</h3>
      <p>
        <strong>Practice</strong> explains each answer as soon as it is given, also without a network. The
        first answer to a question counts; learners can try again as often as they like.
      </p>
      <p>
        A <strong>test</strong> is answered whole, handed in and graded by the server. It has a percentage to
        pass, and can be required: then its lesson is completed by passing it. A learner without a network
        hands it in as well, and sees the score when the device is connected. A practice cannot become a test,
        because its answers are on the devices of learners: ask other questions in the test.
      </p>
      <h3>Kinds of questions</h3>
      <ul>
        <li>
          <strong>One right choice</strong>, also true or false.
        </li>
        <li>
          <strong>Several right choices</strong>: each right one counts a part, and each wrong one takes a
          part away, but never below zero.
        </li>
        <li>
          <strong>Short text</strong>: only the answers that you list are right. Capital letters and spaces do
          not matter, accents if you say so.
        </li>
        <li>
          <strong>Number</strong>, with a tolerance; a comma and a point are the same.
        </li>
        <li>
          <strong>Match pairs</strong> and <strong>put in order</strong>: partly right counts partly.
        </li>
        <li>
          <strong>Open question</strong>, in practice only: learners compare their answer with yours.
        </li>
      </ul>
      <h3>Where are the right answers?</h3>
      <p>
        Those of practice are on the devices of learners, because it is explained without a network. Those of
        a test stay on the server until the learner has handed in, and after that too if you show the score
        only. Choices are shuffled for each attempt, so it does not matter which one you write first.
      </p>
      <h3 id={TIME}>Why can I not set a time limit?</h3>
      <p>
        Learners may be without a network when the time is over. They could not hand in, although they had
        answered in time, and the clock of a device can be set to any time. A limit would punish a dead spot
        and not a slow learner. To make looking things up less useful, shuffle the questions, limit the
        attempts, and show the score only.
      </p>
      <h3>Attempts</h3>
      <p>
        Two devices of one learner make two attempts, which are counted in the order in which they reach the
        server. An attempt beyond the limit is stored and graded but does not count, until you count it in the
        report. No answer is ever thrown away.
      </p>
      <h3>When you correct a right answer</h3>
      <p>
        Attempts that were handed in keep the score of the question as their learners saw it. The editor then
        asks whether to grade them again: only where that raises a score, or all of them. Learners whose score
        changed read it on their dashboard.
      </p>
    </Dialog>
  );
}
