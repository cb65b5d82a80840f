import { terms } from '@campus/contract';
import { IconBooks, IconCopyPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { formatDay } from '../../../lib/day.ts';
import { useReply } from '../../../lib/query.ts';
import { DialogButton } from '../../../ui/actions.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { subjectColumns } from '../subject-columns.tsx';
import { CarryForm } from './carry-form.tsx';
import { TermState } from './term-state.tsx';
import { termSubjectsQuery } from './terms.api.ts';
import classes from './term.module.css';

const columns = subjectColumns({ teacher: classes['wideOnly'] });

/** The subjects of any term, including closed ones. */
const TermPage = () => {
  const { termId = '' } = useParams({ strict: false });
  const { data: all } = useReply(terms.listTerms);
  const subjects = useQuery(termSubjectsQuery(termId));
  const term = all?.find(({ id }) => id === termId);
  const open = all?.find(({ state }) => state === 'open');
  return (
    <Page
      title={term?.name ?? 'Term'}
      line={
        <>
          <Link to="/admin/terms">All terms</Link>
          {term && ` · ${formatDay(term.startsOn)} to ${formatDay(term.endsOn)}`}
          {term?.closedBy && term.closedAt && ` · closed by ${term.closedBy}`}
          {term?.closingReason && `: ${term.closingReason}`}
          {term?.state === 'planned' &&
            ' · only the office sees it, and its audiences are enrolled when it opens'}
        </>
      }
      actions={
        term && (
          <>
            <TermState state={term.state} />
            {term.state === 'planned' && open && (
              <DialogButton
                needs={terms.carryOver}
                icon={IconCopyPlus}
                label="Carry Over Subjects"
                title={`Carry over from ${open.name}`}
              >
                <CarryForm term={term} />
              </DialogButton>
            )}
          </>
        )
      }
    >
      <Card
        title="Subjects"
        actions={<DownloadMenu endpoint={terms.exportTermSubjects} params={{ termId }} />}
        flush
      >
        <Loaded
          query={subjects}
          what="subjects"
          rows={6}
          columns={4}
          flush
          missing={{
            icon: IconBooks,
            text: 'There is no such term.',
            action: <Link to="/admin/terms">All terms</Link>,
          }}
          empty={{
            icon: IconBooks,
            text:
              term?.state === 'planned'
                ? 'Carry subjects over from the open term, or move them in from a file that names this one.'
                : 'No subjects in this term',
          }}
        >
          {(rows) => (
            <RecordTable
              label="Subjects"
              className={classes['table']}
              rows={rows}
              keyOf={({ id }) => id}
              columns={columns}
            />
          )}
        </Loaded>
      </Card>
    </Page>
  );
};

export default TermPage;
