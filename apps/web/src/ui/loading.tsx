import { useTimeout } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import classes from './loading.module.css';

/** True after `ms`: what takes no longer than that needs no sign of it. */
export const useAfter = (ms: number): boolean => {
  const [passed, setPassed] = useState(false);
  useTimeout(() => setPassed(true), ms, { autoInvoke: true });
  return passed;
};

interface LoadingProps {
  /** As specified: "Loading subjects..." */
  readonly text: string;
  /** The skeleton, in the shape of what is to come. */
  readonly children?: ReactNode;
}

export const Loading = ({ text, children }: LoadingProps) => {
  const shown = useAfter(200);
  return (
    <div className={classes['loading']} data-shown={shown || undefined}>
      <output className={classes['text']}>
        {shown && (
          <>
            <span className={classes['spinner']} aria-hidden />
            {text}
          </>
        )}
      </output>
      <div aria-hidden>{children}</div>
    </div>
  );
};

interface BarProps {
  readonly width?: number | string;
  readonly height?: number | string;
}

export const SkeletonBar = ({ width = '100%', height = 14 }: BarProps) => (
  <span className={classes['bar']} style={{ width, height }} />
);

const widths = ['62%', '78%', '54%', '70%'];

/** Rows of a table or list that is to come. */
export const SkeletonRows = ({ rows, columns }: { rows: number; columns: number }) => (
  <div>
    {Array.from({ length: rows }, (_, row) => (
      <div className={classes['row']} key={`row-${row}`}>
        {Array.from({ length: columns }, (__, column) => (
          <SkeletonBar
            key={`bar-${column}`}
            width={widths[(row + column) % widths.length] ?? '60%'}
          />
        ))}
      </div>
    ))}
  </div>
);
