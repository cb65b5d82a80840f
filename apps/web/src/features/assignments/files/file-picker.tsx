import {
  doesNotFit,
  fileTooLarge,
  handInLimits,
  sizeInWords,
  tooManyFiles,
} from '@campus/contract';
import { IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { fieldErrors } from '../../../lib/error-text.ts';
import { fileStorageQuery } from '../../../lib/file-storage.ts';
import { useLeaveGuard } from '../../../lib/use-leave-guard.ts';
import { ConfirmDialog } from '../../../ui/actions.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { TransferProgress } from '../../../ui/transfer-progress.tsx';
import classes from './files.module.css';

interface FilePickerProps {
  readonly label: string;
  /** Omitted for a new assignment. */
  readonly assignmentId?: string;
  readonly files: readonly File[];
  /** Files that count towards the limit besides these: stored already, or from the former version. */
  readonly others?: number;
  readonly disabled: boolean;
  readonly error: string;
  /** `problem` is the message when some files cannot be taken. */
  readonly onChange: (files: readonly File[], problem: string) => void;
}

const accept =
  '.pdf,.png,.jpg,.jpeg,.gif,.webp,.heic,.tif,.tiff,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp,.odg,.rtf,.txt,.md,.csv,.zip,text/*';

/**
 * Picks several files, shows their names and sizes, and lets each be removed. The server decides which kinds it
 * takes.
 */
export const FilePicker = (props: FilePickerProps) => {
  const { label, assignmentId, files, others = 0, disabled, error, onChange } = props;
  const id = useId();
  const left = useQuery(fileStorageQuery(assignmentId)).data?.left;
  const add = (chosen: readonly File[]): void => {
    const taken = [...files];
    let room = files.reduce((rest, { size }) => rest - size, left ?? Infinity);
    let problem = '';
    for (const file of chosen)
      if (file.size > handInLimits.bytes) problem = fileTooLarge;
      else if (taken.length + others >= handInLimits.files) problem ||= tooManyFiles;
      else if (file.size > room) problem ||= doesNotFit(room);
      else {
        taken.push(file);
        room -= file.size;
      }
    onChange(taken, problem);
  };
  return (
    <div className={classes['picker']}>
      <label className={classes['label']} htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      {files.length > 0 && (
        <ul className={classes['files']} aria-label={`${label} chosen`}>
          {files.map((file, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files can have one name
            <li key={`${at} ${file.name}`}>
              <span className={classes['chosen']}>
                <span className={classes['name']}>{file.name}</span>
                <span className={classes['size']}>{sizeInWords(file.size)}</span>
              </span>
              <button
                type="button"
                className={classes['remove']}
                disabled={disabled}
                aria-label={`Remove ${file.name}`}
                onClick={() =>
                  onChange(
                    files.filter((other) => other !== file),
                    '',
                  )
                }
              >
                <IconTrash size={18} stroke={1.75} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <FileButton
          id={id}
          accept={accept}
          multiple
          disabled={disabled}
          size="sm"
          leftSection={<IconPaperclip size={18} stroke={1.75} aria-hidden />}
          describedBy={`${id}-left`}
          error={error}
          onChoose={add}
        >
          Choose files
        </FileButton>
      </div>
      <p id={`${id}-left`} className={classes['left']}>
        {left === undefined ? '\u00A0' : `At most 20 MB a file; ${sizeInWords(left)} are left.`}
      </p>
    </div>
  );
};

/**
 * The files of a form: those chosen, props for the picker, and the message when they are refused. Unlike text
 * they are not kept on the device, so a person who leaves them is asked. Sending them shows its progress.
 */
export const useFiles = () => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [error, setError] = useState('');
  const [sent, setSent] = useState(0);
  const controller = useRef<AbortController>(null);
  const { dialog } = useLeaveGuard(() => files.length > 0);
  const onChange = (chosen: readonly File[], problem: string): void => {
    setFiles(chosen);
    setError(problem);
  };
  const transfer = () => {
    setSent(0);
    const { signal } = (controller.current = new AbortController());
    return { onProgress: setSent, signal };
  };
  const onRefused = (refusal: unknown, message: string): string => {
    if (controller.current?.signal.aborted)
      return sent < 1
        ? 'Cancelled: nothing was stored.'
        : 'Cancelled, perhaps too late: check whether it was stored.';
    const { files: ofFiles } = fieldErrors(refusal);
    setError(ofFiles ?? '');
    return ofFiles === undefined ? message : '';
  };
  return {
    files,
    picker: { files, error, onChange },
    clear: () => onChange([], ''),
    onRefused,
    /** Options of the call that sends them. */
    transfer,
    /** To be shown outside the form, which is disabled meanwhile. */
    renderTransfer: (busy: boolean, working: string) => (
      <>
        {busy && (
          <div className={classes['transfer']}>
            <TransferProgress
              sent={sent}
              sending={files.length > 1 ? 'Sending the files...' : 'Sending...'}
              working={working}
              // They are cleared once stored, while lists are read again.
              onCancel={files.length > 0 ? () => controller.current?.abort() : undefined}
            />
          </div>
        )}
        <ConfirmDialog {...dialog} title="Leave without the chosen files?">
          What you typed is kept on this device, the chosen files are not: you would have to choose
          them again.
        </ConfirmDialog>
      </>
    ),
  };
};
