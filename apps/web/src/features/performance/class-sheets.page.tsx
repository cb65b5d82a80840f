import { schoolPerformance, sheetsAtOnce } from '@campus/contract';
import { IconFileOff, IconUsers } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { pluralize } from '../../lib/count.ts';
import { usePage } from '../../lib/query.ts';
import { pageParam, useUrlState } from '../../lib/use-url-state.ts';
import { EmptyState } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PrintPage } from '../../ui/print-page.tsx';
import { ResultSheetPaper } from './student/sheet-page.tsx';
import classes from './student/result-sheet.module.css';

const sheetsPerPage = (total: number): string =>
  total > sheetsAtOnce
    ? `${pluralize(total, 'student')}: ${sheetsAtOnce} sheets are shown and printed at once`
    : `${pluralize(total, 'student')}, a sheet each`;

/** The result sheets of everybody in a subject, each printed on its own paper. */
export default function ClassSheetsPage() {
  const { subjectId = '' } = useParams({ strict: false });
  const { view, setView } = useUrlState((address) => ({ page: pageParam(address['page']) }));
  const query = usePage(schoolPerformance.listResultSheets, {
    params: { subjectId },
    query: { page: view.page, limit: sheetsAtOnce },
  });
  const { data } = query;
  const isBeyond = data !== undefined && data.rows.length === 0 && data.total > 0;
  const turnBack = useEffectEvent(() =>
    setView({ page: Math.ceil((data?.total ?? 0) / sheetsAtOnce) }),
  );
  useEffect(() => {
    if (isBeyond) turnBack();
  }, [isBeyond]);
  return (
    <PrintPage
      title="Result sheets"
      line={
        <>
          <Link to="/admin/classes/$subjectId" params={{ subjectId }}>
            Subject
          </Link>
          {query.data && ` · ${sheetsPerPage(query.data.total)}`}
        </>
      }
      query={query}
      what="result sheets"
      missing={{ icon: IconFileOff, text: 'There is no such subject.' }}
    >
      {({ rows, total }) =>
        total === 0 ? (
          <EmptyState card icon={IconUsers} text="No students are enrolled" />
        ) : (
          <div className={classes['sheets']} data-stale={query.isPlaceholderData || undefined}>
            {total > sheetsAtOnce && (
              <div className={classes['pager']}>
                <Pager
                  page={view.page}
                  pageSize={sheetsAtOnce}
                  total={total}
                  onPage={(page) => setView({ page })}
                />
              </div>
            )}
            {rows.map((sheet) => (
              <ResultSheetPaper key={sheet.student.id} sheet={sheet} />
            ))}
          </div>
        )
      }
    </PrintPage>
  );
}
