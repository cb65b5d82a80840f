import type { ExamSubject } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { examListQuery } from '../exams.api.ts';
import { EntriesList } from './entries-list.tsx';
import { EntryForm } from './entry-form.tsx';

interface ExamDetailsProps {
  readonly subjects: readonly ExamSubject[];
  readonly today: string;
}

/** One result after another, by registration number, and the entries of the exam with their sum. */
export const ExamDetails = ({ subjects, today }: ExamDetailsProps) => {
  const [subjectId, setSubjectId] = useState(subjects[0]?.id ?? '');
  const [chosen, setChosen] = useState<string | null>(null);
  const exams = useQuery(examListQuery({ subjectId, limit: 100 }));
  const held = (exams.data?.rows ?? []).filter(({ heldOn }) => heldOn <= today);
  // The latest draft is what marks are usually entered for.
  const usual = held.find(({ publishedAt }) => publishedAt === null) ?? null;
  const exam =
    chosen === '' ? null : (held.find(({ id }) => id === chosen) ?? usual ?? held[0] ?? null);
  return (
    <>
      <Card title="Exam Details">
        <EntryForm
          subjects={subjects}
          subjectId={subjectId}
          onSubject={(id) => {
            setSubjectId(id);
            setChosen(null);
          }}
          exams={held}
          exam={exam}
          onExam={setChosen}
        />
      </Card>
      <EntriesList exam={exam} />
    </>
  );
};
