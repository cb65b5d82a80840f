import { schoolPerformance, sheetsAtOnce } from '@campus/contract';
import { IconFileOff, IconUsers } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { countOf } from '../../lib/count.ts';
import { usePage } from '../../lib/query.ts';
import { pageOf, useAddressView } from '../../lib/use-address-view.ts';
import { EmptyState } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PaperPage } from '../../ui/paper-page.tsx';
import { ResultSheetPaper } from './student/sheet-page.tsx';
import classes from './student/result-sheet.module.css';

const amount = (total: number): string =>
  total > sheetsAtOnce
    ? `${countOf(total, 'student')}: ${sheetsAtOnce} sheets are shown and printed at once`
    : `${countOf(total, 'student')}, a sheet each`;

/** The result sheets of everybody in a subject, each printed on its own paper. */
export default function ClassSheetsPage() {
  const { subjectId = '' } = useParams({ strict: false });
  const { view, setView } = useAddressView((address) => ({ page: pageOf(address['page']) }));
  const query = usePage(schoolPerformance.listResultSheets, {
    params: { subjectId },
    query: { page: view.page, limit: sheetsAtOnce },
  });
  return (
    <PaperPage
      title="Result sheets"
      line={
        <>
          <Link to="/admin/classes/$subjectId" params={{ subjectId }}>
            Subject
          </Link>
          {query.data && ` · ${amount(query.data.total)}`}
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
          <div className={classes['sheets']} data-waiting={query.isPlaceholderData || undefined}>
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
    </PaperPage>
  );
}
