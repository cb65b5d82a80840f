import { useEffect, useRef, useState } from 'react';
import { Hidden } from '../hidden.tsx';
import type { PdfDocument } from './pdf-document.ts';
import classes from './pdf.module.css';

interface PdfPageProps {
  readonly document: PdfDocument;
  /** From 1. */
  readonly number: number;
  /** CSS pixels. */
  readonly width: number;
}

/** Whether the element is on the screen or about to be. */
const useNear = () => {
  const ref = useRef<HTMLElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setNear(entry?.isIntersecting ?? false),
      { rootMargin: '100%' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, near };
};

/**
 * One page, drawn when it comes near and given up when it is far: phones have little memory. Its
 * words stand beside the picture for people who listen.
 */
export const PdfPage = ({ document, number, width }: PdfPageProps) => {
  const { ref, near } = useNear();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  const [ratio, setRatio] = useState(1 / document.aspectRatio);
  useEffect(() => {
    const target = canvas.current;
    if (!near || !target || width === 0) return undefined;
    const gone = new AbortController();
    const draw = async (): Promise<void> => {
      const drawn = await document.draw(number, target, width, gone.signal);
      if (drawn === null) return;
      setRatio(drawn);
      setText(await document.textOf(number));
    };
    draw().catch((error: unknown) => {
      if (!gone.signal.aborted) console.warn(`Page ${number} could not be drawn:`, error);
    });
    return () => gone.abort();
  }, [document, number, width, near]);
  const label = `Page ${number} of ${document.pages}`;
  return (
    <figure
      className={classes['page']}
      ref={ref}
      style={{ aspectRatio: 1 / ratio }}
      aria-label={label}
    >
      {near && <canvas ref={canvas} aria-hidden />}
      {text && <Hidden>{text}</Hidden>}
    </figure>
  );
};
