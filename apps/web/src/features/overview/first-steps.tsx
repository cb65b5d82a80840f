import { IconArrowRight, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { campusQuery } from '../../lib/campus.ts';
import { Card } from '../../ui/page.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { countQuery } from './overview.api.ts';
import classes from './first-steps.module.css';

interface Step {
  readonly text: string;
  readonly why: string;
  readonly done: boolean;
  readonly to: LinkProps['to'];
  readonly hash?: string;
}

/** The steps to set up an empty campus, in order; null while unknown. */
const useSteps = (calendarUploaded: boolean): readonly Step[] | null => {
  const { data: campus } = useQuery(campusQuery);
  const [students, faculty, subjects] = useQueries({
    queries: [countQuery('students'), countQuery('faculty'), countQuery('classes')],
  });
  const known = [campus, students.data, faculty.data, subjects.data].every(
    (answer) => answer !== undefined,
  );
  if (!known) return null;
  return [
    {
      text: 'Open a term',
      why: 'Subjects and attendance belong to it.',
      done: campus?.term !== null,
      to: '/admin/terms',
    },
    {
      text: 'Add teachers',
      why: 'One by one, or from a CSV file.',
      done: faculty.data !== 0,
      to: '/admin/teachers',
    },
    {
      text: 'Import students',
      why: 'One by one, or from a CSV file.',
      done: students.data !== 0,
      to: '/admin/students',
    },
    {
      text: 'Open a subject',
      why: 'Its students are enrolled with it.',
      done: subjects.data !== 0,
      to: '/admin/classes',
    },
    {
      text: 'Upload the academic calendar',
      why: 'A PDF that everybody sees.',
      done: calendarUploaded,
      to: '/admin/dashboard',
      hash: 'academic-calendar',
    },
  ];
};

/**
 * What to do next on a campus without a term, teachers, students or subjects. Disappears once it has all of them: a
 * missing calendar alone is mentioned where it is shown.
 */
export const FirstSteps = ({ calendarUploaded }: { readonly calendarUploaded: boolean }) => {
  const steps = useSteps(calendarUploaded);
  if (!steps || steps.slice(0, -1).every(({ done }) => done)) return null;
  const next = steps.find(({ done }) => !done);
  return (
    <Card title="First steps">
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <li key={step.text} data-done={step.done || undefined}>
            {step.done ? (
              <IconCircleCheckFilled size={20} aria-hidden />
            ) : (
              <IconCircleDashed size={20} stroke={1.75} aria-hidden />
            )}
            <div>
              {step.done ? (
                <span>
                  {step.text} <VisuallyHidden>(done)</VisuallyHidden>
                </span>
              ) : (
                <Link
                  to={step.to}
                  {...(step.hash && { hash: step.hash })}
                  aria-current={step === next ? 'step' : undefined}
                >
                  {step.text}
                  {step === next && <IconArrowRight size={16} stroke={1.75} aria-hidden />}
                </Link>
              )}
              <p>{step.why}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
};
