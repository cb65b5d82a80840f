import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isMissing } from '../../../lib/call-error.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';

interface RecordPageProps<Person> {
  readonly query: UseQueryResult<Person>;
  /** What the record is of: "student". */
  readonly of: string;
  readonly icon: ReactNode;
  readonly list: { readonly to: string; readonly label: string };
  readonly line: (person: Person) => ReactNode;
  readonly renderActions: (person: Person) => ReactNode;
  readonly children: (person: Person) => ReactNode;
}

/** The page of one person, in every state. The list it was opened from is a link away, as it was. */
export const RecordPage = <Person extends { readonly name: string }>(
  props: RecordPageProps<Person>,
) => {
  const { query, of, icon, list, line, renderActions, children } = props;
  const { data: person, error, refetch } = query;
  const back = (
    <Link to={list.to} search>
      {list.label}
    </Link>
  );
  const content = (): ReactNode => {
    if (person) return children(person);
    return isMissing(error) ? (
      <EmptyState icon={icon} text={`There is no such ${of}.`} action={back} />
    ) : (
      <UntilLoaded
        query={{ error, refetch }}
        loading={`Loading ${of}...`}
        failed={`The ${of} could not be loaded`}
      >
        <SkeletonRows rows={8} columns={2} />
      </UntilLoaded>
    );
  };
  const heading = of.charAt(0).toUpperCase() + of.slice(1);
  return (
    <>
      <PageHead
        title={person?.name ?? heading}
        line={
          person && (
            <>
              {back} · {line(person)}
            </>
          )
        }
        actions={person && renderActions(person)}
      />
      {content()}
    </>
  );
};
