import { maxPdfBytes, pdfType } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconFileTypePdf, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { CallError } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { useSessionHold } from '../../lib/use-session-hold.ts';
import { Banner } from '../../ui/banner.tsx';
import { DialogActions, IconButton, useDialog } from '../../ui/actions.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import classes from './pdf-upload.module.css';

interface PdfPickerProps {
  readonly file: File | null;
  readonly disabled: boolean;
  readonly error: string;
  readonly onChoose: (file: File) => void;
}

const kilobytes = new Intl.NumberFormat('en', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Picks one file; shows its name and its size in KB. */
const PdfPicker = ({ file, disabled, error, onChoose }: PdfPickerProps) => {
  const id = useId();
  return (
    <div>
      <label className={classes['label']} htmlFor={id} id={`${id}-label`}>
        PDF file
      </label>
      <div className={classes['row']}>
        <IconFileTypePdf
          className={classes['icon']}
          data-chosen={file !== null || undefined}
          size={28}
          stroke={1.5}
          aria-hidden
        />
        <output className={classes['file']} htmlFor={id}>
          {file ? (
            <>
              <span className={classes['name']}>{file.name}</span>
              <span className={classes['size']}>{kilobytes.format(file.size / 1024)} KB</span>
            </>
          ) : (
            <span className={classes['size']}>No file selected</span>
          )}
        </output>
        <FileButton
          id={id}
          accept="application/pdf,.pdf"
          disabled={disabled}
          error={error}
          onChoose={([chosen]) => onChoose(chosen)}
        >
          {file ? 'Change' : 'Choose a file'}
        </FileButton>
      </div>
    </div>
  );
};

/** Systems without media types leave `type` blank; the server inspects the file itself. */
const isPdf = ({ type, name }: File): boolean =>
  type === pdfType || (type === '' && /\.pdf$/i.test(name));

const problemOf = (file: File): string => {
  if (!isPdf(file)) return 'Please select a valid PDF file';
  return file.size > maxPdfBytes
    ? 'The file is larger than 20 MB. Please select a smaller PDF file.'
    : '';
};

/** Statuses that are about the file or its title. */
const aboutTheFile = [413, 415, 422];

/** In milliseconds: time to read that it worked, as specified. */
const closesAfter = 1500;

interface PdfUploadProps {
  /** Sends the form that contains the file. */
  readonly send: (form: FormData, signal: AbortSignal) => Promise<unknown>;
  readonly onStored: () => void;
  /** Message when stored, shown for a moment before the form closes by itself. */
  readonly stored?: string;
  readonly failed: string;
  /** Fields above the file. */
  readonly renderFields?: (disabled: boolean) => ReactNode;
}

/** Uploads one PDF from a dialog; closing the dialog in any way aborts the upload. */
export const PdfUpload = (props: PdfUploadProps) => {
  const { send, onStored, stored, failed, renderFields } = props;
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState('');
  /** Whether the problem is about the file. */
  const [ofFile, setOfFile] = useState(true);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const upload = useMutation({
    mutationFn: (chosen: File) => {
      const { signal } = (sending.current = new AbortController());
      const form = new FormData();
      form.set('file', chosen);
      return send(form, signal);
    },
    onSuccess: onStored,
    onError: (error) => {
      const isAboutFile = error instanceof CallError && aboutTheFile.includes(error.status);
      setOfFile(isAboutFile);
      setProblem(isAboutFile ? errorText(error, failed) : failed);
    },
  });
  const { isPending, isSuccess } = upload;
  useSessionHold(file !== null && !isSuccess);
  const onClose = useDialog(false);
  useEffect(() => {
    if (!isSuccess) return undefined;
    const timer = setTimeout(() => onClose?.(), stored === undefined ? 0 : closesAfter);
    return () => clearTimeout(timer);
  }, [isSuccess, stored, onClose]);
  const disabled = isPending || isSuccess;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (disabled) return;
    setOfFile(true);
    setProblem(file ? '' : problem || 'Please select a file to upload');
    if (file) upload.mutate(file);
  };
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      {renderFields?.(disabled)}
      <PdfPicker
        file={file}
        disabled={disabled}
        error={ofFile ? problem : ''}
        onChoose={(chosen) => {
          const wrong = problemOf(chosen);
          setOfFile(true);
          setProblem(wrong);
          setFile(wrong ? null : chosen);
        }}
      />
      {problem && !ofFile && <Banner kind="error">{problem}</Banner>}
      {isSuccess && stored && <Banner kind="success">{stored}</Banner>}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <IconButton icon={IconUpload} type="submit" disabled={disabled}>
          {isPending ? 'Uploading...' : 'Upload'}
        </IconButton>
      </DialogActions>
    </form>
  );
};
