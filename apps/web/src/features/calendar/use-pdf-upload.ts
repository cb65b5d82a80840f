import { useEffect, useRef, useState } from 'react';
import { maxPdfBytes, pdfType } from '@campus/contract';
import { CallError } from '../../lib/call-error.ts';

export interface PdfUpload {
  readonly file: File | null;
  readonly phase: 'choosing' | 'uploading' | 'done';
  /** What went wrong, or null. */
  readonly problem: string | null;
  readonly choose: (file: File) => void;
  readonly start: () => void;
}

interface Texts {
  readonly failed: string;
  readonly send: (file: File, signal: AbortSignal) => Promise<unknown>;
  readonly onStored: () => void;
}

/** Systems that know no media types leave it blank; the server looks into the file itself. */
const isPdf = ({ type, name }: File): boolean =>
  type === pdfType || (type === '' && /\.pdf$/i.test(name));

const refusedFile = (file: File): string | null => {
  if (!isPdf(file)) return 'Please select a valid PDF file';
  if (file.size > maxPdfBytes)
    return 'The file is larger than 20 MB. Please select a smaller PDF file.';
  return null;
};

/** Statuses with which the server says what is wrong with the file or its title. */
const aboutTheFile = [413, 415, 422];

/** Choosing and uploading one PDF. Leaving the screen gives the upload up. */
export const usePdfUpload = ({ failed, send, onStored }: Texts): PdfUpload => {
  const [file, setFile] = useState<File | null>(null);
  const [phase, setPhase] = useState<PdfUpload['phase']>('choosing');
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const choose = (chosen: File): void => {
    const refused = refusedFile(chosen);
    setProblem(refused);
    setFile(refused ? null : chosen);
  };

  const upload = async (chosen: File): Promise<void> => {
    const { signal } = (sending.current = new AbortController());
    setProblem(null);
    setPhase('uploading');
    try {
      await send(chosen, signal);
      setPhase('done');
      onStored();
    } catch (error) {
      if (signal.aborted) return;
      setPhase('choosing');
      const said = error instanceof CallError && aboutTheFile.includes(error.status);
      setProblem(said ? error.message : failed);
    }
  };

  const start = (): void => {
    if (phase !== 'choosing') return;
    if (file) void upload(file);
    else setProblem((now) => now ?? 'Please select a file to upload');
  };
  return { file, phase, problem, choose, start };
};
