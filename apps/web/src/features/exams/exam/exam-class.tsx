import type { ExamEntry } from '@campus/contract';
import { IconUsers } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { timeOfInstant } from '../../../lib/instant.ts';
import { discard, keepRestored } from '../../../lib/marking/marking.ts';
import { useMarking } from '../../../lib/marking/store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CardStack } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { ClassNotice, RestoredNotice } from '../../../ui/class-notice.tsx';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { notifyError } from '../../../ui/toasts.tsx';
import { resultText } from '../exam-labels.ts';
import { sentResults } from './exam-marks.ts';
import { HistoryDialog, type HistoryOf } from './history-dialog.tsx';
import { MarksGrid } from './marks-grid.tsx';
import { MarksTools } from './marks-tools.tsx';
import { SaveBar } from './save-bar.tsx';
import { UploadMarks } from './upload-marks.tsx';
import type { LoadedExam, MarksOfExam } from './use-marks.ts';

interface ExamClassProps {
  readonly loaded: LoadedExam;
  readonly marks: MarksOfExam;
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
  const { exam, etag } = loaded;
  const { store } = marks;
  const entries = useMarking(store, (now) => now.entries);
  const restored = useMarking(store, (now) => now.restored);
  // Saving was refused, and nothing has been typed since.
  const [unreadable, setUnreadable] = useState({ marks: store.get().marks, wrong: 0 });
  const refused = useMarking(store, (now) =>
    now.marks === unreadable.marks ? unreadable.wrong : 0,
  );
  const body = useRef<HTMLTableSectionElement>(null);
  const [filter, setFilter] = useState(everybody);
  const [uploading, setUploading] = useState(false);
  const [history, setHistory] = useState<HistoryOf | null>(null);
  // The row that is being typed into stays, though no longer missing: the grid must not jump.
  const rows = useMemo(() => entries.filter((entry) => matches(entry, filter)), [entries, filter]);
  const save = (): void => {
    const { results, wrong } = sentResults(store.get(), exam.maxMarks);
    setUnreadable({ marks: store.get().marks, wrong });
    if (wrong === 0) {
      if (results.length > 0 && !marks.busy) marks.send(results);
      return;
    }
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
        {restored > 0 && (
          <RestoredNotice
            students={restored}
            notYet="saved"
            onDiscard={() => store.update(discard)}
            onKeep={() => store.update(keepRestored)}
          />
        )}
        {refused > 0 && (
          <Banner kind="error">
            {`${refused === 1 ? '1 mark cannot' : `${refused} marks cannot`} be read. Nothing was saved: please correct the marked cells.`}
          </Banner>
        )}
        <Card flush>
          <MarksTools
            examId={exam.id}
            filter={filter}
            onFilter={(change) => setFilter({ ...filter, ...change })}
            disabled={closed !== null}
            onUpload={() => {
              if (store.get().marks.size === 0) setUploading(true);
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
              store={store}
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
        store={store}
        maxMarks={exam.maxMarks}
        busy={marks.busy}
        disabled={closed !== null}
        onSave={save}
      />
      <ConflictDialog
        sending={marks}
        title="Someone else has saved marks of this exam"
        verb="Save"
        timeOf={timeOfInstant}
        renderMark={resultText}
      />
      <HistoryDialog examId={exam.id} of={history} onClose={() => setHistory(null)} />
      <Dialog opened={uploading} onClose={() => setUploading(false)} title="Upload Marks">
        <UploadMarks examId={exam.id} etag={etag} onClose={() => setUploading(false)} />
      </Dialog>
    </>
  );
};
