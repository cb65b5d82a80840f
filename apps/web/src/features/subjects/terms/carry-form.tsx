import { type Term, terms } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { pluralize } from '../../../lib/count.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { parseIds } from '../closing/closing-values.ts';
import { SubjectCheckboxes } from '../subject-checkboxes.tsx';
import { subjectPaths } from './terms.api.ts';

/** Carries subjects of the open term over to a planned one; those already there are not offered. */
export const CarryForm = ({ term }: { readonly term: Term }) => {
  const params = { termId: term.id };
  const query = useQuery({
    queryKey: [terms.carryOver.path, term.id, 'preview'],
    queryFn: ({ signal }) =>
      call(terms.carryOver, {
        params,
        query: { dryRun: 'true' },
        body: { subjects: 'all' },
        slow: true,
        signal,
      }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const missing = query.data?.subjects.filter(({ there }) => !there) ?? [];
  const there = (query.data?.subjects.length ?? 0) - missing.length;
  const { values, textProps, props } = useForm({
    draftKey: null,
    initial: { left: '' },
    check: ({ left }): Readonly<Record<string, string>> =>
      missing.length > parseIds(left).size ? {} : { form: 'Tick at least one subject.' },
    send: ({ left }) =>
      call(terms.carryOver, {
        params,
        body: { subjects: missing.map(({ id }) => id).filter((id) => !parseIds(left).has(id)) },
        slow: true,
      }),
    done: ({ carried }) => `${pluralize(carried, 'subject')} carried over.`,
    refreshes: subjectPaths,
    failed: 'The subjects could not be carried over. Please try again.',
  });
  const ticked = missing.length - parseIds(values.left).size;
  return (
    <DialogForm
      {...props}
      lead={
        <>
          They keep code, credits, teachers, sections and audience, and can be edited before{' '}
          {term.name} opens. Their students are enrolled when it opens.
        </>
      }
      action={ticked > 0 ? `Carry over ${pluralize(ticked, 'subject')}` : 'Carry over'}
      busyAction="Carrying over..."
    >
      <Loaded query={query} what="subjects" rows={6} columns={2}>
        {({ from }) => (
          <>
            {there > 0 && (
              <p>
                {pluralize(there, 'subject')} of {from.name} {there === 1 ? 'is' : 'are'} there
                already.
              </p>
            )}
            {missing.length > 0 ? (
              <SubjectCheckboxes
                subjects={missing.map((one) => ({
                  ...one,
                  more: `${one.audience}, ${pluralize(one.students, 'student')} today`,
                }))}
                left={values.left}
                onLeft={textProps('left').onText}
              />
            ) : (
              <p>There is nothing else to carry over.</p>
            )}
          </>
        )}
      </Loaded>
    </DialogForm>
  );
};
