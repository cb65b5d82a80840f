import type { Grade } from '@campus/contract';
import { DataTable } from '../../../ui/data-table.tsx';

/** `80 to below 90` */
const range = (grades: readonly Grade[], index: number): string => {
  const from = grades[index]?.fromPercent ?? 0;
  const above = grades[index - 1]?.fromPercent;
  return above === undefined ? `${from} to 100` : `${from} to below ${above}`;
};

/** The grades of a scale, the highest first. */
export const ScaleTable = ({ grades }: { readonly grades: readonly Grade[] }) => (
  <DataTable label="Grades">
    <thead>
      <tr>
        <th scope="col">Letter</th>
        <th scope="col">Percent</th>
        <th scope="col" data-number>
          Points
        </th>
      </tr>
    </thead>
    <tbody>
      {grades.map(({ letter, points }, index) => (
        <tr key={letter}>
          <th scope="row">{letter}</th>
          <td>{range(grades, index)}</td>
          <td data-number>{points}</td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);
