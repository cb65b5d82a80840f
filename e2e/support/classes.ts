import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { callApi } from './call-api.ts';
import { people } from './campus.ts';

/** A subject created for one test, so that tests do not meet each other's marks. */
export interface TestClass {
  readonly subjectId: string;
  /** As shown in the subject list. */
  readonly label: string;
  readonly students: number;
  /** Today on campus. */
  readonly date: string;
}

export interface Mark {
  readonly studentEmail: string;
  readonly present: boolean;
  readonly remarks?: string;
}

let made = 0;

/** Opens a subject of the teacher for a single student in a course created for it. */
export const openClassOf = async (
  adminApi: APIRequestContext,
  name: string,
): Promise<TestClass> => {
  made += 1;
  const course = `Course ${Date.now().toString(36)}-${made}`;
  await callApi(adminApi, 'POST', '/uploadStudent', {
    name,
    email: `own.${course.slice(7)}@example.edu`,
    course,
  });
  return openClass(adminApi, { course });
};

/** Opens a subject of the teacher, by default for the 64 students of computer science. */
export const openClass = async (
  adminApi: APIRequestContext,
  audience: Readonly<Record<string, unknown>> = { course: 'B.Tech', semester: 3 },
  emailId: string = people.teacher.email,
): Promise<TestClass> => {
  made += 1;
  const subjectCode = `MK-${Date.now().toString(36)}-${made}`.toUpperCase();
  const subject = await callApi<{ id: string; students: number }>(
    adminApi,
    'POST',
    '/enrollments/create-for-all',
    {
      subjectName: 'Marking',
      subjectCode,
      credits: 1,
      emailId,
      audience,
    },
  );
  const { today } = await callApi<{ today: string }>(adminApi, 'GET', '/campus');
  return {
    subjectId: subject.id,
    label: `Marking (${subjectCode})`,
    students: subject.students,
    date: today,
  };
};

/** The stored marks of a class, in the order of the roster. */
export const storedMarks = (request: APIRequestContext, { subjectId, date }: TestClass) =>
  callApi<{ studentEmail: string; present: boolean | null; remarks: string | null }[]>(
    request,
    'GET',
    `/attendance/subject/${subjectId}/date/${date}`,
  );

/** Marks students through the API as the person signed in there. */
export const markThroughApi = (
  request: APIRequestContext,
  { subjectId, date }: TestClass,
  studentAttendances: readonly Mark[],
): Promise<unknown> =>
  callApi(request, 'POST', '/attendance/bulk', {
    facultyEmail: people.teacher.email,
    subjectId,
    date,
    studentAttendances,
  });

/** Opens the teacher's marking page with this class. */
export const showClass = async (teacher: Page, { label }: TestClass): Promise<void> => {
  await teacher.goto('/teacher/attendance');
  await teacher.getByLabel('Subject', { exact: true }).selectOption({ label });
  await expect(teacher.getByRole('radiogroup').first()).toBeVisible();
};

/** The row of the nth student of the roster, from 0. */
export const studentAt = (page: Page, index: number): Locator =>
  page.getByRole('table', { name: 'Roster' }).locator('tbody tr').nth(index);

export const radioAt = (page: Page, index: number, choice: 'Present' | 'Absent'): Locator =>
  studentAt(page, index).getByRole('radio', { name: choice });

/** Checks that no visible button's label is cut off by the button or the screen. */
export const expectWholeWords = async (page: Page): Promise<void> => {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .filter((button) => {
        const parts = [button, ...button.querySelectorAll<HTMLElement>('span')];
        return (
          button.getBoundingClientRect().right > document.documentElement.clientWidth ||
          parts.some((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
        );
      })
      .map((button) => button.textContent),
  );
  expect(cut).toEqual([]);
};

export const submit = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Submit Attendance' }).click();

export const submitted = (page: Page): Locator =>
  page.getByText('Attendance submitted successfully!').first();
