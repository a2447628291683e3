import { useEffect, useRef } from 'react';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { messages } from '#schema/messages/messages.ts';
import { type SignupField, type SignupProblems, signupFields } from './signup-check.ts';

interface SignupSummaryProps {
  problems: SignupProblems;
  /** The server or network error of the whole form. */
  failure: string | null;
  fieldId: (name: SignupField) => string;
}

/** All problems in one summary, focused once per attempt; each line links to its field. */
export function SignupSummary({ problems, failure, fieldId }: SignupSummaryProps) {
  const area = useRef<HTMLDivElement>(null);
  const wrong = signupFields.filter((name) => problems[name] !== undefined);
  const hasSomething = failure !== null || wrong.length > 0;
  useEffect(() => area.current?.focus(), []);
  if (!hasSomething) return null;
  return (
    <div ref={area} tabIndex={-1}>
      <Notice tone="bad" title={failure ?? 'Check these fields'}>
        {wrong.length > 0 && (
          <ul>
            {wrong.map((name) => (
              <li key={name}>
                <a
                  href={`#${fieldId(name)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(fieldId(name))?.focus();
                  }}
                >
                  {problems[name]}
                </a>
              </li>
            ))}
          </ul>
        )}
        {failure === messages.networkError && (
          <p>Your input is still here. Try again when you are connected.</p>
        )}
      </Notice>
    </div>
  );
}
