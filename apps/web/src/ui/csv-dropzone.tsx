import { listLimits, sizeInWords } from '@campus/contract';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { pluralize } from '../lib/count.ts';
import { FileButton } from './file-button.tsx';
import classes from './csv-dropzone.module.css';

interface CsvDropzoneProps {
  readonly label: string;
  /** An archive that is accepted as well. */
  readonly zip?: string | undefined;
  readonly file: File | null;
  /** Number of rows in the file, once counted. */
  readonly rows: number | undefined;
  readonly busy: boolean;
  /** Why the file is refused, or that none was chosen; blank if nothing is wrong. */
  readonly error?: string;
  readonly onChoose: (file: File) => void;
}

export const isZip = ({ name }: File): boolean => /\.zip$/i.test(name);

/** What is wrong with a file before it is read; blank if nothing is. */
export const fileProblem = (file: File, zip?: string): string => {
  if (!/\.csv$/i.test(file.name) && !(zip && isZip(file)))
    return `Please select a CSV file (.csv)${zip ? ` or ${zip} (.zip)` : ''}`;
  if (file.size > listLimits.bytes) return 'The file is larger than 32 MB. Please split it.';
  return '';
};

/** Takes one file, dropped or picked; `onChoose` checks it with `fileProblem`. */
export const CsvDropzone = ({
  label,
  zip,
  file,
  rows,
  busy,
  error = '',
  onChoose,
}: CsvDropzoneProps) => {
  const id = useId();
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent, within: boolean): void => {
    event.preventDefault();
    setOver(within && !busy);
  };
  const drop = (event: DragEvent): void => {
    drag(event, false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !busy) onChoose(dropped);
  };
  return (
    <div>
      <label className={classes['label']} htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      <div
        className={classes['zone']}
        data-dragover={over || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        <IconFileTypeCsv size={38} stroke={1.5} color="var(--campus-link)" aria-hidden />
        {file ? (
          <>
            <span className={classes['name']}>{file.name}</span>
            <span className={classes['size']}>
              {rows !== undefined && `${pluralize(rows, 'row')} · `}
              {sizeInWords(file.size)}
            </span>
          </>
        ) : (
          <span className={classes['size']}>Drop a .csv file{zip && ` or ${zip}`} here, or</span>
        )}
        <FileButton
          id={id}
          accept={zip ? '.csv,.zip' : '.csv'}
          disabled={busy}
          error={error}
          onChoose={([chosen]) => onChoose(chosen)}
        >
          {file ? 'Choose another file' : 'Choose a file'}
        </FileButton>
      </div>
    </div>
  );
};
