import { useSearchParams } from 'react-router-dom';

const TAB = 'tab';
const COURSE = 'course';

const tabs = ['courses', 'learners', 'codes'] as const;
export type ReportTab = (typeof tabs)[number];

/** The report and its course in the URL, so that a link and a reload show the same. */
export function useReportView() {
  const [query, setQuery] = useSearchParams();
  const tab = tabs.find((one) => one === query.get(TAB)) ?? 'courses';
  const show = (next: Readonly<Record<string, string>>) =>
    setQuery(next, { replace: true, state: { keepScroll: true } });
  return {
    tab,
    /** Null: none was chosen. */
    courseId: query.get(COURSE),
    chooseTab: (chosen: ReportTab) => show(chosen === 'courses' ? {} : { [TAB]: chosen }),
    chooseCourse: (courseId: string) => show({ [COURSE]: courseId }),
  };
}
