import { type ExamEntry, resultsFile } from '@campus/contract';
import { IconUsers } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { timeOfInstant } from '../../../lib/instant.ts';
import { saveDownload } from '../../../lib/save-download.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CardStack } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { ClassNotice, RestoredNotice } from '../../../ui/class-notice.tsx';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { notifyError } from '../../../ui/toasts.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { resultText } from '../exam-labels.ts';
import { HistoryDialog, type HistoryOf } from './history-dialog.tsx';
import { countMarks } from './marks-draft.ts';
import { MarksGrid } from './marks-grid.tsx';
import { MarksTools } from './marks-tools.tsx';
import { SaveBar } from './save-bar.tsx';
import { UploadMarks } from './upload-marks.tsx';
import type { LoadedExam, useMarks } from './use-marks.ts';

type Marks = ReturnType<typeof useMarks>;

/** Someone else has saved marks meanwhile. */
const ResultConflictDialog = ({ marks }: { readonly marks: Marks }) => {
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
  readonly marks: Marks;
  /** Why no marks can be entered, or null. */
  readonly closed: string | null;
}

const matches = ({ studentName, univId, rollNo, studentEmail }: ExamEntry, text: string): boolean =>
  [studentName, univId, rollNo, studentEmail].some((one) =>
    one?.toLowerCase().includes(text.trim().toLowerCase()),
  );

const isMissing = ({ marks, absent }: ExamEntry): boolean => marks === null && !absent;

/** The class of an exam as a grid, with its tools and what is saved. */
export const ExamClass = ({ loaded, marks, closed }: ExamClassProps) => {
  const { exam, entries, etag } = loaded;
  const { draft, wrong } = marks;
  const body = useRef<HTMLTableSectionElement>(null);
  const [search, setSearch] = useState('');
  const [missingOnly, setMissingOnly] = useState(false);
  const [uploading, setUploading] = useState(false);
  const [history, setHistory] = useState<HistoryOf | null>(null);
  // The row that is being typed into stays, though no longer missing: the grid must not jump.
  const rows = useMemo(
    () => entries.filter((entry) => matches(entry, search) && (!missingOnly || isMissing(entry))),
    [entries, search, missingOnly],
  );
  const [refused, setRefused] = useState(false);
  const anyWrong = wrong.length > 0;
  const { type } = marks;
  const onType = useCallback(
    (changes: Parameters<typeof type>[0]): void => {
      setRefused(false);
      type(changes);
    },
    [type],
  );

  const save = (): void => {
    if (draft.texts.size === 0 || marks.busy) return;
    if (anyWrong) {
      setRefused(true);
      setSearch('');
      setMissingOnly(false);
      requestAnimationFrame(() =>
        body.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(),
      );
    } else marks.save();
  };
  const download = useAction({
    run: () =>
      saveDownload(
        resultsFile.exportResults,
        call(resultsFile.exportResults, { params: { examId: exam.id } }),
      ),
    failed: 'The file could not be made. Please try again.',
  });

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
        {refused && (
          <Banner kind="error">
            {`${wrong.length === 1 ? '1 mark cannot' : `${wrong.length} marks cannot`} be read. Nothing was saved: please correct the marked cells.`}
          </Banner>
        )}
        <Card flush>
          <MarksTools
            search={search}
            onSearch={setSearch}
            missingOnly={missingOnly}
            onMissingOnly={setMissingOnly}
            onDownload={() => download.mutate()}
            onUpload={
              closed === null
                ? () => {
                    if (draft.texts.size === 0) setUploading(true);
                    else notifyError('There are marks that are not saved. Save them first.');
                  }
                : null
            }
          />
          {rows.length === 0 ? (
            <EmptyState
              icon={IconUsers}
              text={search ? 'No students found' : 'No marks are missing'}
            />
          ) : (
            <MarksGrid
              exam={exam}
              rows={rows}
              texts={draft.texts}
              wrong={wrong}
              disabled={closed !== null}
              body={body}
              onType={onType}
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
        unsaved={draft.texts.size}
        busy={marks.busy}
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
