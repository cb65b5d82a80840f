import { Fragment, useImperativeHandle, useMemo } from 'react';
import { useWindowedRows } from '../../../../lib/windowed-rows.ts';
import { SpacerRow } from '../../../../ui/data-table.tsx';
import { RosterRow, type RowsProps } from './roster-rows.tsx';
import { focusRow, useRosterKeys } from './use-roster-keys.ts';
import { useRowInput } from './use-roster-rows.ts';

/** A long roster: only the rows near the screen and the focused row are in the document. */
export const WindowedRoster = ({
  entries,
  shown,
  store,
  onHistory,
  onSubmit,
  focusFirst,
}: RowsProps) => {
  const indexes = useMemo(
    () => [...entries.keys()].filter((index) => shown[index]),
    [entries, shown],
  );
  const keys = useMemo(
    () => indexes.map((index) => entries[index]?.studentEmail ?? ''),
    [entries, indexes],
  );
  const { body, moves, near, rest, measure } = useWindowedRows(
    keys,
    window.innerWidth > 900 ? 54 : 125,
  );
  useRowInput(body, store);
  useRosterKeys(body, moves, onSubmit);
  useImperativeHandle(focusFirst, () => () => focusRow(moves.rowAt(0)));
  return (
    <tbody ref={body}>
      {near.map(({ place, gap }) => {
        const index = indexes[place] ?? 0;
        const entry = entries[index];
        return (
          entry && (
            <Fragment key={entry.studentEmail}>
              <SpacerRow height={gap} />
              <RosterRow
                entry={entry}
                number={index + 1}
                store={store}
                onHistory={onHistory}
                place={place}
                measure={measure}
              />
            </Fragment>
          )
        );
      })}
      <SpacerRow height={rest} />
    </tbody>
  );
};
