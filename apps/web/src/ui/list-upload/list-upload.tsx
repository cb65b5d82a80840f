import { type DayOrder, listColumns, type SpellingHint } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCircleCheckFilled, IconUpload, IconX } from '@tabler/icons-react';
import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { pluralize, formatCount } from '../../lib/count.ts';
import {
  changeOf,
  type ExistingRowPolicy,
  labelOf,
  type ReportProps,
  rowsToStore,
  type UploadList,
  type UploadReport,
} from './upload-list.ts';
import { type ListUploadProps, useListUpload } from './use-list-upload.ts';
import type { UnknownColumn } from './unknown-columns.ts';
import { errorText } from '../../lib/error-text.ts';
import { Banner } from '../banner.tsx';
import { CsvDropzone } from '../csv-dropzone.tsx';
import { DownloadMenu } from '../download-menu.tsx';
import { SelectField, TextField } from '../fields.tsx';
import { InviteSwitch } from '../invite-switch.tsx';
import { OptionalValue } from '../optional-value.tsx';
import { HeadingId } from '../page.tsx';
import { TransferProgress } from '../transfer-progress.tsx';
import { type FieldOf, ImportPreview } from './import-preview.tsx';
import classes from './list-upload.module.css';

const Count = ({ bad = false, children }: { bad?: boolean; children: ReactNode }) => (
  <li className={classes['count']} data-invalid={bad || undefined}>
    {bad ? (
      <IconX size={17} stroke={2.6} aria-hidden />
    ) : (
      <IconCircleCheckFilled size={17} aria-hidden />
    )}
    {children}
  </li>
);

/** How many rows of the file are ready and how many have problems. */
const ImportCounts = ({ list, report }: ReportProps) => (
  <output>
    <ul className={classes['counts']}>
      {!list.compared && (report.ready > 0 || report.problemRows === 0) && (
        <Count>{pluralize(report.ready, 'row ready', 'rows ready')}</Count>
      )}
      {report.update > 0 && (
        <Count bad={list.compared !== undefined}>
          {list.compared
            ? pluralize(report.update, 'row differs', 'rows differ')
            : `${pluralize(report.update, 'row updates', 'rows update')} ${/^[aeiou]/.test(list.one) ? 'an' : 'a'} ${list.one}`}
        </Count>
      )}
      {report.unchanged > 0 && (
        <Count>
          {list.compared
            ? pluralize(report.unchanged, 'row agrees', 'rows agree')
            : pluralize(report.unchanged, 'row is unchanged', 'rows are unchanged')}
        </Count>
      )}
      {report.skip > 0 && (
        <Count>{pluralize(report.skip, 'row is skipped', 'rows are skipped')}</Count>
      )}
      {report.problemRows > 0 && (
        <Count bad>{pluralize(report.problemRows, 'row needs a fix', 'rows need a fix')}</Count>
      )}
    </ul>
  </output>
);

interface OfFile {
  /** Saves all of them as a file. */
  readonly download: ReactNode;
}

/** What an update would change, field by field, or where totals differ, the largest difference first. */
const ImportChanges = ({ list, report, download }: ReportProps & OfFile) => {
  const { compared } = list;
  const id = useId();
  const title = compared ? 'Differences' : 'Changes';
  return (
    <section className={classes['changes']} aria-label={title}>
      <header>
        <h2 id={id}>{title}</h2>
        <HeadingId value={id}>{download}</HeadingId>
      </header>
      {/* Focusable, so that it can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul tabIndex={0} aria-label={title}>
        {report.changes.map((change) => (
          <li key={`${change.row} ${change.field}`}>
            <strong>Row {change.row}</strong>{' '}
            {compared ? (
              compared(change, list.subjectOf(change))
            ) : (
              <span>{list.subjectOf(change)}</span>
            )}{' '}
            {labelOf(list, change.field)}:{' '}
            {compared ? (
              <>
                Campus has{' '}
                <b>
                  <OptionalValue value={change.from} />
                </b>
                , the file{' '}
              </>
            ) : (
              <>
                <OptionalValue value={change.from} /> becomes{' '}
              </>
            )}
            <b>
              <OptionalValue value={change.to} />
            </b>
          </li>
        ))}
      </ul>
      {report.moreChanges > 0 && (
        <p>
          {formatCount(report.moreChanges)} {compared ? 'smaller differences' : 'more changes'}.
        </p>
      )}
    </section>
  );
};

interface AbsentProps extends OfFile {
  readonly list: Pick<UploadList, 'one' | 'plural'>;
  readonly absent: NonNullable<UploadReport['absent']>;
}

/** Records that are in Campus but not in the file; they stay. */
const Absent = ({ list, absent: { count, first }, download }: AbsentProps) => {
  const id = useId();
  return (
    <details className={classes['absent']}>
      <summary id={id}>
        {pluralize(count, list.one, list.plural)} in Campus and not in the file:{' '}
        {count === 1 ? 'it stays' : 'they stay'}
      </summary>
      <ul>
        {first.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {count > first.length && <p>{formatCount(count - first.length)} more.</p>}
      <HeadingId value={id}>{download}</HeadingId>
    </details>
  );
};

const orders: readonly { readonly value: DayOrder | ''; readonly label: string }[] = [
  { value: '', label: 'Choose...' },
  { value: 'dayFirst', label: 'Day first: 31/12/2004' },
  { value: 'monthFirst', label: 'Month first: 12/31/2004' },
];

interface UnknownColumnsProps {
  readonly list: UploadList;
  readonly columns: readonly UnknownColumn[];
  readonly busy: boolean;
  readonly onMap: (column: UnknownColumn, field: string) => void;
}

/** Lets the person say what columns with unknown names contain. */
const UnknownColumns = ({ list, columns, busy, onMap }: UnknownColumnsProps) => {
  const used = new Set(columns.map(({ field }) => field));
  const choices = (own: string) => [
    { value: '', label: 'Not used' },
    ...Object.keys(list.fields)
      .filter((field) => field === own || !used.has(field))
      .map((field) => ({ value: field, label: labelOf(list, field) })),
  ];
  return (
    <fieldset className={classes['columns']} disabled={busy}>
      <legend>Columns with other names</legend>
      {columns.map((column) => (
        <SelectField
          key={column.place}
          label={column.name}
          value={column.field}
          data={choices(column.field)}
          onChange={(event) => onMap(column, event.currentTarget.value)}
        />
      ))}
    </fieldset>
  );
};

interface HintsProps {
  readonly list: UploadList;
  readonly hints: readonly SpellingHint[];
  readonly onTurn: (hint: SpellingHint) => void;
}

/** Values close to a known name; one click applies the suggestion to all rows of the file. */
const Hints = ({ list, hints, onTurn }: HintsProps) => (
  <section className={classes['hints']} aria-label="Did you mean">
    <h2>Did you mean…</h2>
    <ul>
      {hints.map((hint) => {
        const { field, value, meant, rows, taken } = hint;
        return (
          <li key={`${field} ${value}`}>
            <span>
              {labelOf(list, field)} “{value}” in {pluralize(rows, 'row')}:{' '}
              {taken ? `read as ${meant}` : `did you mean ${meant}?`}
            </span>
            <Button
              variant="default"
              size="compact-md"
              aria-label={taken ? `Keep ${value} as it is` : `Take ${meant} for ${value}`}
              onClick={() => onTurn(hint)}
            >
              {taken ? `Keep ${value}` : `Take ${meant}`}
            </Button>
          </li>
        );
      })}
    </ul>
  </section>
);

/** Uploads a list as a file: chosen, previewed, then stored completely with one click, or not at all. */
export const ListUpload = (props: ListUploadProps) => {
  const { list } = props;
  const busy = useIsMutating({ mutationKey: changeOf(list) }) > 0;
  const bulk = useListUpload(props);
  const { chosen, phase, report } = bulk;
  const working = {
    storing: `Storing the ${list.plural}...`,
    cancelling: 'Making sure that nothing was stored...',
    checking: 'Checking the rows...',
  };
  const invited = report?.invited ?? report?.create ?? 0;
  const bad = report !== undefined && report.problemRows > 0;
  const label =
    (report && !bad && rowsToStore(report) > 0 && list.act?.(rowsToStore(report))) || 'Upload';
  const columns = listColumns(list.fields);
  const fieldOf: FieldOf = (column) =>
    bulk.unknown.find(({ name }) => name === column)?.field || columns.fieldOf(column ?? '');
  const downloadOf = (part: 'changes' | 'absent') =>
    bulk.differences && <DownloadMenu {...bulk.differences(part)} />;
  return (
    <div className={classes['bulk']} data-whole-width={chosen.file !== null || undefined}>
      <div className={classes['side']}>
        <CsvDropzone
          label={list.fileLabel}
          zip={list.zip}
          file={chosen.file}
          rows={report?.rows}
          busy={busy}
          error={bulk.problem}
          onChoose={bulk.choose}
        />
        {report && <ImportCounts list={list} report={report} />}
        {chosen.file && list.existing && (
          <SelectField
            label={list.existing.label}
            value={bulk.existing}
            disabled={busy}
            data={list.existing.choices}
            onChange={(event) => bulk.choosePolicy(event.currentTarget.value as ExistingRowPolicy)}
          />
        )}
        {(bulk.days !== '' || report?.daysUnclear) && (
          <SelectField
            label="Order of day and month"
            description="No row of the file shows which comes first."
            value={bulk.days}
            disabled={busy}
            data={[...orders]}
            onChange={(event) => bulk.chooseDays(event.currentTarget.value as DayOrder | '')}
          />
        )}
        {phase && (
          <TransferProgress
            key={phase}
            sent={bulk.sent}
            working={working[phase]}
            onCancel={phase === 'cancelling' ? undefined : bulk.cancel}
          />
        )}
        {report?.confirm !== undefined && (
          <TextField
            label={`Type ${formatCount(report.confirm)} to change so many`}
            description="More than a tenth of all would change. Is this intended?"
            inputMode="numeric"
            disabled={busy}
            {...bulk.confirm}
          />
        )}
        {list.invites && report && invited > 0 && (
          <InviteSwitch
            count={invited}
            invite={bulk.invite}
            onInvite={bulk.setInvite}
            disabled={busy}
          />
        )}
        {!list.compared && (
          <Button
            size="md"
            fullWidth
            leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
            disabled={busy}
            onClick={bulk.send}
          >
            {phase === 'storing' ? 'Uploading...' : label}
          </Button>
        )}
        {bad && !list.compared && (
          <p className={classes['note']}>
            Nothing is stored until every row is ready. Correct them in your file, then choose it
            again.
          </p>
        )}
        <div className={classes['links']}>
          {bad && (
            <button type="button" onClick={bulk.saveProblems}>
              Download all problems
            </button>
          )}
          <button type="button" onClick={bulk.saveTemplate}>
            Download a template
          </button>
        </div>
      </div>
      <div className={classes['main']}>
        {!report && bulk.unreadable && (
          <Banner kind="error">
            {errorText(bulk.unreadable, 'The file could not be checked')}
          </Banner>
        )}
        {chosen.file && bulk.unknown.length > 0 && (
          <UnknownColumns list={list} columns={bulk.unknown} busy={busy} onMap={bulk.mapColumn} />
        )}
        {report && report.unknownColumns.length > 0 && (
          <p className={classes['note']}>
            Columns that are not used: {report.unknownColumns.join(', ')}
          </p>
        )}
        {report && report.hints.length > 0 && (
          <Hints list={list} hints={report.hints} onTurn={bulk.toggleHint} />
        )}
        {report && (
          <ImportPreview key={chosen.number} list={list} report={report} fieldOf={fieldOf} />
        )}
        {report && report.changes.length > 0 && (
          <ImportChanges list={list} report={report} download={downloadOf('changes')} />
        )}
        {report?.absent && report.absent.count > 0 && (
          <Absent list={list} absent={report.absent} download={downloadOf('absent')} />
        )}
      </div>
    </div>
  );
};
