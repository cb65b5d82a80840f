import { Link, useParams } from '@tanstack/react-router';
import { usePerson } from '../../lib/use-session.ts';
import { SheetPage } from './student/sheet-page.tsx';

export default function ResultSheetPage() {
  const { termId = '' } = useParams({ strict: false });
  return (
    <SheetPage
      email={usePerson().email}
      termId={termId}
      back={<Link to="/student/performance">Performance</Link>}
    />
  );
}
