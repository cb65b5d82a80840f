import { Link } from '@tanstack/react-router';
import { GradingScaleCard } from './grading/grading-scale-card.tsx';
import { SchoolPage } from './school/school-page.tsx';

/** The whole school, and the scale that its letters come from. */
export default function AdminPerformancePage() {
  return (
    <SchoolPage
      title="School Performance"
      empty={{
        text: 'No published exam results yet.',
        action: <Link to="/admin/exams">Go to exams</Link>,
      }}
    >
      <GradingScaleCard />
    </SchoolPage>
  );
}
