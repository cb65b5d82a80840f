import type { ExamEntry } from '@campus/contract';
import { IconUsers } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { timeOfInstant } from '../../../lib/instant.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CardStack } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { ClassNotice, RestoredNotice } from '../../../ui/class-notice.tsx';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { notifyError } from '../../../ui/toasts.tsx';
import { resultText } from '../exam-labels.ts';
import { HistoryDialog, type HistoryOf } from './history-dialog.tsx';
import { countMarks } from './marks-draft.ts';
import { MarksGrid } from './marks-grid.tsx';
import { MarksTools } from './marks-tools.tsx';
import { SaveBar } from './save-bar.tsx';
import { UploadMarks } from './upload-marks.tsx';
import type { ExamMarks, LoadedExam } from './use-marks.ts';

/** Someone else has saved marks meanwhile. */
const ResultConflictDialog = ({ marks }: { readonly marks: ExamMarks }) => {
  const { conflict } = marks;
  const mine = new Map(conflict?.results.map((one) => [one.studentId, one]));
  const differing = conflict?.rows.map((theirs) => {
    const own = mine.get(theirs.studentId);
    return {
      key: theirs.studentId,
      name: theirs.studentName,
      theirs: resultText(theirs),
      by: `${theirs.changedBy}, ${timeOfInstant(theirs.changedAt)}`,
      mine: own ? resultText(own) : 'No marks',
    };
  });
  return (
    <ConflictDialog
      differing={differing ?? null}
      title="Someone else has saved marks of this exam"
      verb="Save"
      busy={marks.busy}
      onDecide={marks.decide}
      onClose={marks.dismissConflict}
    />
  );
};

interface ExamClassProps {
  readonly loaded: LoadedExam;
  readonly marks: ExamMarks;
  /** Why no marks can be entered, or null. */
  readonly closed: string | null;
}

const everybody = { search: '', missingOnly: false };

const matches = (entry: ExamEntry, { search, missingOnly }: typeof everybody): boolean => {
  const { studentName, univId, rollNo, studentEmail, marks, absent } = entry;
  const text = search.trim().toLowerCase();
  return (
    [studentName, univId, rollNo, studentEmail].some((one) => one?.toLowerCase().includes(text)) &&
    (!missingOnly || (marks === null && !absent))
  );
};

/** The class of an exam as a grid, with its tools and what is saved. */
export const ExamClass = ({ loaded, marks, closed }: ExamClassProps) => {
  const { exam, entries, etag } = loaded;
  const { draft, wrong } = marks;
  const body = useRef<HTMLTableSectionElement>(null);
  const [filter, setFilter] = useState(everybody);
  const [uploading, setUploading] = useState(false);
  const [history, setHistory] = useState<HistoryOf | null>(null);
  // The row that is being typed into stays, though no longer missing: the grid must not jump.
  const rows = useMemo(() => entries.filter((entry) => matches(entry, filter)), [entries, filter]);
  const save = (): void => {
    if (marks.save()) return;
    setFilter(everybody);
    requestAnimationFrame(() =>
      body.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(),
    );
  };

  if (entries.length === 0)
    return (
      <Card>
        <EmptyState
          icon={IconUsers}
          text="Nobody was enrolled in this subject on the day of the exam"
        />
      </Card>
    );
  return (
    <>
      <CardStack>
        {closed !== null && <ClassNotice>{closed}</ClassNotice>}
        {marks.restored > 0 && (
          <RestoredNotice
            students={marks.restored}
            notYet="saved"
            onDiscard={marks.discard}
            onKeep={marks.keep}
          />
        )}
        {marks.refused && (
          <Banner kind="error">
            {`${wrong.length === 1 ? '1 mark cannot' : `${wrong.length} marks cannot`} be read. Nothing was saved: please correct the marked cells.`}
          </Banner>
        )}
        <Card flush>
          <MarksTools
            examId={exam.id}
            filter={filter}
            onFilter={(change) => setFilter({ ...filter, ...change })}
            disabled={closed !== null}
            onUpload={() => {
              if (draft.texts.size === 0) setUploading(true);
              else notifyError('There are marks that are not saved. Save them first.');
            }}
          />
          {rows.length === 0 ? (
            <EmptyState
              icon={IconUsers}
              text={filter.search ? 'No students found' : 'No marks are missing'}
            />
          ) : (
            <MarksGrid
              exam={exam}
              rows={rows}
              marks={marks}
              disabled={closed !== null}
              body={body}
              onSave={save}
              onHistory={({ studentId, studentName }) =>
                setHistory({ studentId, name: studentName })
              }
            />
          )}
        </Card>
      </CardStack>
      <SaveBar
        counts={countMarks(entries, draft, exam.maxMarks)}
        marks={marks}
        disabled={closed !== null}
        onSave={save}
      />
      <ResultConflictDialog marks={marks} />
      <HistoryDialog examId={exam.id} of={history} onClose={() => setHistory(null)} />
      <Dialog opened={uploading} onClose={() => setUploading(false)} title="Upload Marks">
        <UploadMarks examId={exam.id} etag={etag} onClose={() => setUploading(false)} />
      </Dialog>
    </>
  );
};
