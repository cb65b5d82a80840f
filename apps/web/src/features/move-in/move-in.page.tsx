import {
  listLimits,
  moveIn,
  type MoveInBatch,
  type MoveInKind,
  moveInKinds,
  settings,
} from '@campus/contract';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { call } from '../../lib/call.ts';
import { pluralize, formatCount } from '../../lib/count.ts';
import { timeOfInstant } from '../../lib/instant.ts';
import { May, useMayCall } from '../../lib/may-call.tsx';
import { pagesQueryOf, refresh, useReply } from '../../lib/query.ts';
import { saveDownload, saveFile } from '../../lib/save-download.ts';
import { type SearchParams, enumParam, useUrlState } from '../../lib/use-url-state.ts';
import { ActionButton, ConfirmDialog, useConfirm } from '../../ui/actions.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { ListUpload } from '../../ui/list-upload/list-upload.tsx';
import { changeOf } from '../../ui/list-upload/upload-list.ts';
import { isZip } from '../../ui/csv-dropzone.tsx';
import { HistoryEntry, HistoryList } from '../../ui/history-list.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { ButtonRow, Card, CardStack, Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/steps.tsx';
import { moveInFiles } from './move-in-files.ts';
import classes from './move-in.module.css';

const changed = [
  '/move-in',
  '/terms',
  '/subjects',
  '/enrollments',
  '/students',
  '/attendance',
  '/exams',
  '/programmes',
] as const;

const readView = (address: SearchParams) => ({
  kind: enumParam(address['kind'], moveInKinds, 'subjects'),
  page: 1,
});

const allOf = ({ created, changed: other }: MoveInBatch): number => created + other;

/** What a batch did: "Added 1,204 subjects, changed 22". */
const inWords = ({ kind, created, changed: other }: MoveInBatch): string => {
  const { one } = moveInFiles[kind];
  if (created === 0) return `Changed ${pluralize(other, one)}`;
  return `Added ${pluralize(created, one)}${other > 0 ? `, changed ${other.toLocaleString('en')}` : ''}`;
};

/** The batches moved in, latest first, with undo. */
const Batches = () => {
  const query = useInfiniteQuery(pagesQueryOf(moveIn.listMoveIns, 20));
  const question = useConfirm({
    run: ({ id }: MoveInBatch) => call(moveIn.undoMoveIn, { params: { batchId: id }, slow: true }),
    done: (batch) => `Undone: ${inWords(batch)}`,
    failed: 'This could not be undone. Please try again.',
    refreshes: changed,
  });
  const { about } = question;
  return (
    <Card title="Moved in">
      <HistoryList
        label="Moved in, latest first"
        query={query}
        olderLabel="Show older"
        empty={{ icon: IconHistory, text: 'No file has been moved in yet' }}
      >
        {(batch) => (
          <HistoryEntry
            key={batch.id}
            title={inWords(batch)}
            by={batch.madeBy}
            at={batch.madeAt}
            action={
              batch.undoneAt === null &&
              !moveInFiles[batch.kind].stays && (
                <May call={moveInFiles[batch.kind].store}>
                  <Button variant="default" size="sm" onClick={() => question.ask(batch)}>
                    Undo
                  </Button>
                </May>
              )
            }
          >
            {batch.undoneAt && `Undone by ${batch.undoneBy}, ${timeOfInstant(batch.undoneAt)}`}
          </HistoryEntry>
        )}
      </HistoryList>
      <ConfirmDialog
        {...question.dialog}
        title="Undo this?"
        destructive
        confirmLabel={about ? `Undo ${pluralize(allOf(about), moveInFiles[about.kind].one)}` : ''}
      >
        <p>
          Everything the file added is removed, and everything it changed is as before. If something
          depends on it by now, nothing is changed and you are told what it is.
        </p>
      </ConfirmDialog>
    </Card>
  );
};

/** The kinds in a OneRoster ZIP, in order. */
const ofZip = moveInKinds.filter((kind) => moveInFiles[kind].zip);

interface ArchiveProps {
  readonly archive: File;
  readonly kind: MoveInKind;
  /** Undefined on the last step. */
  readonly onSkip: (() => void) | undefined;
}

/** A ZIP is chosen once; each kind in it is a step. */
const Archive = ({ archive, kind, onSkip }: ArchiveProps) => (
  <section className={classes['archive']} aria-label="OneRoster ZIP">
    <Steps
      takesFocus
      names={ofZip.map((one) => moveInFiles[one].label)}
      current={moveInFiles[kind].label}
    />
    <p>
      {archive.name} is read step by step, each with its own check and batch: terms and semesters,
      classes with their primary teacher, students of classes, then their other teachers. Upload a
      step that changes nothing, too: the next one finds by its Source IDs what it names. Ignored:
      people, who are uploaded as lists of their own and found here by e-mail (students without one
      by identifier); years and grading periods; courses and schools; other roles; the grade book.
    </p>
    {onSkip && (
      <Button variant="default" size="sm" onClick={onSkip}>
        Skip this step
      </Button>
    )}
  </section>
);

const Introduction = () => (
  <>
    <May call={moveIn.subjects.store}>
      First <Link to="/admin/teachers">teachers</Link> and{' '}
      <Link to="/admin/students">students</Link>, each by Bulk Upload, those who have left with
      Status and Last Day, then these in their order.{' '}
    </May>
    No mails are sent, and every batch except past marks can be undone until something depends on
    it.
    <May call={moveIn.totals.store}>
      {' '}
      Then <Link to="/admin/move-in/compare">compare the totals</Link> with those of the other
      system.
    </May>
  </>
);

interface KindProps {
  readonly kind: MoveInKind;
  /** How many records Campus has of each kind; undefined until it is known. */
  readonly storedOf: (kind: MoveInKind) => number | undefined;
}

/** Whether the records of a kind are more than another campus takes in one file. */
const isTooLong = ({ kind, storedOf }: KindProps): boolean =>
  (storedOf(kind) ?? 0) > listLimits.rows;

const Downloads = ({ kind, storedOf }: KindProps) => (
  <ButtonRow>
    <DownloadMenu
      endpoint={moveIn.moveOut}
      query={{ kind }}
      name={kind}
      disabled={storedOf(kind) === 0}
    />
    {isTooLong({ kind, storedOf }) && (
      <ActionButton
        label="CSV in parts (ZIP)"
        busyLabel="Downloading..."
        variant="default"
        icon={IconDownload}
        run={async () => {
          const parts = await call(moveIn.moveOutInParts, { query: { kind }, slow: true });
          saveFile(new Blob([parts as BlobPart]), `${kind}.zip`);
        }}
        failed="The archive could not be created. Please try again."
      />
    )}
    <May call={moveIn.moveOutAsOneRoster}>
      <ActionButton
        label="OneRoster ZIP"
        busyLabel="Downloading..."
        variant="default"
        icon={IconDownload}
        run={() => saveDownload(moveIn.moveOutAsOneRoster, { slow: true })}
        failed="The archive could not be created. Please try again."
      />
    </May>
  </ButtonRow>
);

interface KindFieldProps extends KindProps {
  readonly disabled: boolean;
  readonly onChange: (kind: MoveInKind) => void;
}

/** Returns whether the person’s duty includes a kind. */
const useMayMove = () => {
  const may = useMayCall();
  return (kind: MoveInKind): boolean => may(moveInFiles[kind].template);
};

const KindField = ({ kind: value, storedOf, disabled, onChange }: KindFieldProps) => {
  const mayMove = useMayMove();
  return (
    <div className={classes['kind']}>
      <SelectField
        label="What the file holds"
        value={value}
        disabled={disabled}
        data={moveInKinds.filter(mayMove).map((kind) => {
          const stored = storedOf(kind);
          const name = `${moveInKinds.indexOf(kind) + 1} ${moveInFiles[kind].label}`;
          return {
            value: kind,
            label: stored === undefined ? name : `${name}: ${formatCount(stored)}`,
          };
        })}
        onChange={({ currentTarget }) =>
          onChange(enumParam(currentTarget.value, moveInKinds, value))
        }
      />
    </div>
  );
};

/** Moves data in from another system, file by file: previewed, then stored as a batch. */
export default function MoveInPage() {
  const client = useQueryClient();
  const { notice, showNotice } = useNotice();
  const mayMove = useMayMove();
  const { view: asked, setView } = useUrlState(readView);
  const kind = mayMove(asked.kind) ? asked.kind : (moveInKinds.find(mayMove) ?? asked.kind);
  const { data: kinds } = useReply(moveIn.readMoveIn);
  const file = moveInFiles[kind];
  const [archive, setArchive] = useState<File | null>(null);
  const next = ofZip[ofZip.indexOf(kind) + 1];
  const busy = useIsMutating({ mutationKey: changeOf(file) }) > 0;
  const storedOf = (of: MoveInKind) => kinds?.find((one) => one.kind === of)?.stored;
  const onChoose = (chosen: File): void => {
    setArchive(isZip(chosen) ? chosen : null);
    if (isZip(chosen) && !archive) setView({ kind: 'terms' });
  };
  const onUploaded = (count: number): void => {
    showNotice('success')(
      count === 0
        ? 'Everything in the file is already in Campus. Nothing was changed.'
        : `${pluralize(count, `${file.one} was`, `${file.plural} were`)} added or changed.`,
    );
    void refresh(client, ...changed);
    if (archive && next) setView({ kind: next });
    else setArchive(null);
  };
  return (
    <Page title="Move in" line={<Introduction />}>
      <May call={settings.readSettings}>
        <BackLink to="/admin/settings">Settings</BackLink>
      </May>
      {notice}
      <CardStack>
        <Card title={file.label} flush actions={<Downloads kind={kind} storedOf={storedOf} />}>
          {archive && file.zip && (
            <Archive
              archive={archive}
              kind={kind}
              onSkip={next && !busy ? () => setView({ kind: next }) : undefined}
            />
          )}
          <KindField
            kind={kind}
            storedOf={storedOf}
            disabled={busy}
            onChange={(chosen) => setView({ kind: chosen })}
          />
          <May call={file.store}>
            <p className={classes['needs']}>
              Required: {file.prerequisites}{' '}
              {file.stays ?? `With a Source ID, the next file updates the same ${file.one} again.`}{' '}
              At most 100,000 rows and 32 MB.
              {isTooLong({ kind, storedOf }) &&
                ' Campus has more than that: another campus takes the CSV in parts, one after another.'}
            </p>
            <ListUpload
              key={kind}
              list={file}
              archive={file.zip ? archive : null}
              onChoose={onChoose}
              onUploaded={onUploaded}
              showNotice={showNotice}
            />
          </May>
        </Card>
        <Batches />
      </CardStack>
    </Page>
  );
}
