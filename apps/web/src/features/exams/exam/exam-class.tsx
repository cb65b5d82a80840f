import { entriesShown, examResults } from '@campus/contract';
import { Button, Checkbox } from '@mantine/core';
import {
  IconAlertCircle,
  IconCheck,
  IconCircleDashed,
  IconDeviceFloppy,
  IconUpload,
  IconUsers,
  IconX,
} from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatCount, pluralize } from '../../../lib/count.ts';
import { May } from '../../../lib/may-call.tsx';
import { discard, keepRestored } from '../../../lib/marking/marking.ts';
import { type MarkingStore, useDeferredMarking, useMarking } from '../../../lib/marking/store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { Card, CardStack } from '../../../ui/page.tsx';
import { ClassNotice, RestoredNotice } from '../../../ui/class-notice.tsx';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { Dialog, IconButton } from '../../../ui/actions.tsx';
import { EmptyState } from '../../../ui/loaded.tsx';
import { LiveRegion } from '../../../ui/visually-hidden.tsx';
import { KeyHints } from '../../../ui/key-hints.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { notifyError } from '../../../ui/toasts.tsx';
import { resultText } from '../exam-labels.ts';
import { countMarks, type ExamMarks, unsavedResults } from './exam-marks.ts';
import { useHistoryDialog } from './history-dialog.tsx';
import { MarksGrid } from './marks-grid.tsx';
import { UploadMarks } from './upload-marks.tsx';
import type { LoadedExam, MarksOfExam } from './use-marks.ts';
import classes from './exam.module.css';

interface SaveBarProps {
  readonly store: MarkingStore<ExamMarks>;
  readonly maxMarks: number;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onSave: () => void;
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Always in view: the state of the class and the Save button. */
const SaveBar = ({ store, maxMarks, busy, disabled, onSave }: SaveBarProps) => {
  const marking = useDeferredMarking(store, (now) => now);
  const unsaved = marking.marks.size;
  const { marked, absent, missing, wrong } = countMarks(marking, maxMarks);
  const words = Object.entries({ 'with marks': marked, absent, missing, 'not saved': unsaved });
  return (
    <div className={classes['footer']}>
      <ul className={classes['counts']} aria-label="Marks of this class">
        <li>
          <IconCheck {...icon} />
          <b>{formatCount(marked)}</b> with marks
        </li>
        <li>
          <IconX {...icon} />
          <b>{formatCount(absent)}</b> absent
        </li>
        <li>
          <IconCircleDashed {...icon} />
          <b>{formatCount(missing)}</b> missing
        </li>
        {wrong > 0 && (
          <li data-invalid>
            <IconAlertCircle {...icon} />
            <b>{formatCount(wrong)}</b> cannot be read
          </li>
        )}
      </ul>
      <LiveRegion text={words.map(([what, count]) => `${formatCount(count)} ${what}`).join(', ')} />
      <May call={examResults.saveResults}>
        <Button
          size="lg"
          className={classes['save'] ?? ''}
          leftSection={<IconDeviceFloppy size={20} stroke={1.75} aria-hidden />}
          disabled={disabled || busy || unsaved === 0}
          onClick={onSave}
        >
          {busy ? 'Saving...' : unsaved > 0 ? `Save Marks (${formatCount(unsaved)})` : 'Save Marks'}
        </Button>
      </May>
    </div>
  );
};

interface Filter {
  readonly search: string;
  readonly missing: boolean;
}

interface MarksToolsProps {
  readonly examId: string;
  readonly filter: Filter;
  readonly onFilter: (change: Partial<Filter>) => void;
  /** Whether the marks are read-only. */
  readonly disabled: boolean;
  readonly onUpload: () => void;
}

const hints = [
  [['A'], 'Absent'],
  [['↓', 'Enter'], 'Next'],
  [['Ctrl', 'V'], 'Paste a column'],
] as const;

/** Search, keyboard hints, download and upload. */
const MarksTools = ({ examId, filter, onFilter, disabled, onUpload }: MarksToolsProps) => (
  <div className={classes['tools']}>
    <SearchField
      className={classes['search']}
      label="Find a student"
      placeholder="Search name or number"
      value={filter.search}
      onSearch={(search) => onFilter({ search })}
    />
    <Checkbox
      label="Missing only"
      className={classes['check'] ?? ''}
      checked={filter.missing}
      onChange={(event) => onFilter({ missing: event.currentTarget.checked })}
    />
    {!disabled && <KeyHints label="Keys" hints={hints} />}
    <div className={classes['files']}>
      <DownloadMenu
        endpoint={examResults.exportResults}
        params={{ examId }}
        query={{ search: filter.search || undefined, missing: filter.missing || undefined }}
      />
      {!disabled && (
        <IconButton variant="default" icon={IconUpload} onClick={onUpload}>
          Upload CSV
        </IconButton>
      )}
    </div>
  </div>
);

interface ExamClassProps {
  readonly loaded: LoadedExam;
  readonly marks: MarksOfExam;
  /** Why no marks can be entered; null if they can. */
  readonly closed: string | null;
}

const everybody = { search: '', missing: false };

/** The class of an exam as a grid, with its tools and save bar. */
export const ExamClass = ({ loaded, marks, closed }: ExamClassProps) => {
  const { exam } = loaded;
  const { store } = marks;
  const entries = useMarking(store, (now) => now.entries);
  const restored = useMarking(store, (now) => now.restored);
  // Set when saving was refused, until something else is typed.
  const [unreadable, setUnreadable] = useState({ marks: store.get().marks, wrong: 0 });
  const refused = useMarking(store, (now) =>
    now.marks === unreadable.marks ? unreadable.wrong : 0,
  );
  const goTo = useRef<(place: number) => void>(null);
  const [filter, setFilter] = useState(everybody);
  const [uploading, setUploading] = useState(false);
  const history = useHistoryDialog(exam.id);
  // Filters by stored marks: a row being typed into is no longer missing, but the grid must not jump.
  const rows = useMemo(() => entriesShown(entries, filter), [entries, filter]);
  const save = (): void => {
    const { results, wrong, first } = unsavedResults(store.get(), exam.maxMarks);
    setUnreadable({ marks: store.get().marks, wrong });
    if (wrong === 0) {
      if (results.length > 0 && !marks.busy) marks.send(results);
      return;
    }
    flushSync(() => setFilter(everybody));
    goTo.current?.(first);
  };

  if (entries.length === 0)
    return (
      <EmptyState
        card
        icon={IconUsers}
        text="Nobody was enrolled in this subject on the day of the exam"
      />
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
            {`${pluralize(refused, 'mark')} cannot be read. Nothing was saved: please correct the marked cells.`}
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
              goTo={goTo}
              onSave={save}
              onHistory={({ studentId, studentName }) =>
                history.open({ studentId, name: studentName })
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
        renderMark={resultText}
      />
      {history.dialog}
      <Dialog opened={uploading} onClose={() => setUploading(false)} title="Upload Marks">
        <UploadMarks examId={exam.id} />
      </Dialog>
    </>
  );
};
