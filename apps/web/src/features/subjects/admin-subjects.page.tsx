import { useState } from 'react';
import type { Enrollment } from '@campus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { CardColumns } from '../../ui/card-layout.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EnrollmentForm } from './enrollment-form.tsx';
import { EnrollmentList } from './enrollment-list.tsx';
import { enrollmentsOptions } from './subjects.api.ts';

/** Creating a subject with everyone enrolled in it, beside the subjects of the term. */
const AdminSubjectsPage = () => {
  const client = useQueryClient();
  const [created, setCreated] = useState<string | null>(null);
  const append = async (enrollment: Enrollment): Promise<void> => {
    const { queryKey } = enrollmentsOptions;
    // An answer that is still under way does not know the new one.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (list) => list && [...list, enrollment]);
    setCreated(enrollment.id);
    if (!client.getQueryData(queryKey)) await client.invalidateQueries({ queryKey });
  };
  return (
    <>
      <PageHead title="Subjects" />
      <CardColumns side={380} stackedTo={900}>
        <EnrollmentForm onCreated={(enrollment) => void append(enrollment)} />
        <EnrollmentList created={created} />
      </CardColumns>
    </>
  );
};

export default AdminSubjectsPage;
