import { useState } from 'react';
import { Banner } from './banner.tsx';
import classes from './notice.module.css';

interface Notice {
  /** Makes a repeated text a new notice, with its own 5 seconds. */
  readonly number: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
}

/** The banner of a page, and a function that shows a text in it for 5 seconds. */
export const useNotice = () => {
  const [last, setLast] = useState<Notice | null>(null);
  const showNotice = (kind: Notice['kind']) => (text: string) =>
    setLast((before) => ({ number: (before?.number ?? 0) + 1, kind, text }));
  const notice = last && (
    <div className={classes['notice']}>
      <Banner key={last.number} kind={last.kind} autoHideMs={5000} onDismiss={() => setLast(null)}>
        {last.text}
      </Banner>
    </div>
  );
  return { notice, showNotice };
};
