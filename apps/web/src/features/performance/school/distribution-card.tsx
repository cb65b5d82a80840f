import { Card } from '../../../ui/card.tsx';
import { BarChart } from '../../../ui/chart/chart.tsx';

/** `0–9`, `10–19`, … `90–100` */
const stepLabel = (step: number): string => `${step * 10}–${step === 9 ? 100 : step * 10 + 9}`;

/** How many students have a score in each step of ten. */
export const DistributionCard = ({
  distribution,
}: {
  readonly distribution: readonly number[];
}) => (
  <Card title="Distribution">
    <BarChart
      label="Students by score, in steps of ten"
      columns={['Score', 'Students']}
      items={distribution.map((students, step) => ({ label: stepLabel(step), value: students }))}
      height={260}
    />
  </Card>
);
