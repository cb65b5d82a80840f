import type { Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/campus.ts';

const expectGoodInBothSchemes = async (page: Page): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectGoodPage(page);
  }
};

const find = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Find').fill(text);
};

test.describe('a student', () => {
  test('sees own loans, the overdue one loudly, and the place in a queue', async ({
    as,
    hasTouch,
  }) => {
    const page = await as('student');
    await page.goto('/student/library');
    await expect(page.getByRole('alert')).toContainText(
      'Pride and Prejudice is overdue. Please return it to the library.',
    );
    const row = hasTouch ? ('listitem' as const) : ('row' as const);
    const own = (list: string, text: string) =>
      page.getByLabel(list, { exact: true }).last().getByRole(row).filter({ hasText: text });
    await expect(own('My Loans', 'Pride and Prejudice')).toContainText('Overdue by 3 days');
    await expect(own('My Loans', 'Introduction to Algorithms')).toContainText('Due ');
    await expect(own('My Reservations', 'Operating System Concepts')).toContainText(
      'Number 2 in line',
    );
    await expect(page.getByRole('heading', { name: 'Catalogue' })).toBeVisible();
    await expectGoodInBothSchemes(page);
  });

  test('finds books in the catalogue', async ({ as, hasTouch }) => {
    test.skip(hasTouch);
    const page = await as('student');
    await page.goto('/student/library');
    await find(page, 'tanenbaum computer');
    const catalogue = page.getByRole('table', { name: 'Catalogue' });
    await expect(catalogue.getByRole('row')).toHaveCount(2);
    await expect(catalogue).toContainText('Computer Networks');
    await find(page, 'no such book at all');
    await expect(page.getByText('No books found')).toBeVisible();
  });

  test('is told when it loads, and when it failed', async ({ as, hasTouch }) => {
    test.skip(hasTouch);
    const page = await as('student');
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/library/mine', async (route) => {
      await asked;
      await route.fulfill({ json: { loans: [], reservations: [], maxLoans: 5 } });
    });
    await page.goto('/student/library');
    await expect(page.getByText('Loading your books...')).toBeVisible();
    answer();
    await expect(page.getByText('You have no books at the moment.')).toBeVisible();
    await page.unroute('**/api/library/mine');
    await page.route('**/api/library/**', (route) => route.abort());
    await page.reload();
    await expect(page.getByText('Failed to load your books. Please try again.')).toBeVisible();
    await expect(page.getByText('Failed to load the catalogue. Please try again.')).toBeVisible();
    await page.unroute('**/api/library/**');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('heading', { name: 'My Loans' })).toBeVisible();
  });
});

test('a teacher reads the catalogue and sees own loans', async ({ as }) => {
  const page = await as('teacher');
  await page.goto('/teacher/library');
  await expect(page.getByText('Database System Concepts').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Catalogue' })).toBeVisible();
  await expectGoodPage(page);
});

test.describe('an administrator', () => {
  test('sees the forms and every list', async ({ as, hasTouch }) => {
    const page = await as('admin');
    await page.goto('/admin/library');
    await expect(page.getByRole('heading', { name: 'Library Management' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Add New Book' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Books', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit A Brief History of Time' })).toBeVisible();
    await expectGoodInBothSchemes(page);
    await page.getByLabel('Show').selectOption('Overdue');
    await expect(page.getByText('Overdue by 3 days').first()).toBeVisible();
    await expectGoodPage(page);
    if (hasTouch) return;
    await page.getByLabel('Show').selectOption('Reservations');
    await expect(page.getByText('Number 2 in line')).toBeVisible();
    await page.getByLabel('Show').selectOption('Retired Books');
    await expect(page.getByText('No book is retired.')).toBeVisible();
  });

  test('adds a book, lends it, takes it back, and retires it', async ({
    as,
    hasTouch,
    expected,
  }) => {
    test.skip(hasTouch);
    expected.refusals.push(/^409 .*\/api\/library\/loans$/);
    const title = `Field Notes ${Date.now().toString(36)}`;
    const page = await as('admin');
    await page.goto('/admin/library');

    await test.step('what is missing is named', async () => {
      await page.getByLabel('ISBN', { exact: true }).fill('978-0-262-03384-9');
      await page.getByRole('button', { name: 'Add Book' }).click();
      await expect(page.getByText('Title is missing')).toBeVisible();
      await expect(page.getByText('Author is missing')).toBeVisible();
      await expect(page.getByText('This is no ISBN')).toBeVisible();
    });
    await page.getByLabel('ISBN', { exact: true }).fill('');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Author').fill('Elif Sato');
    await page.getByRole('button', { name: 'Add Book' }).click();
    await expect(page.getByText(`${title} is in the catalogue.`)).toBeVisible();

    await find(page, title);
    const books = page.getByRole('table', { name: 'Books' });
    await expect(books.getByRole('row')).toHaveCount(2);
    const number = /No\. (\d+)/.exec((await books.textContent()) ?? '')?.[1];
    const loan = page.getByRole('button', { name: `Return ${title}` });
    const lend = async (univId: string): Promise<void> => {
      await page.getByLabel('Copy or ISBN').first().fill(`${number}-1`);
      await page.getByLabel('University ID').fill(univId);
    };

    await test.step('a name stands under the university ID before anything is lent', async () => {
      await page.getByLabel('Show').selectOption('On Loan');
      await find(page, 'Meera Nair');
      const loans = page.getByRole('table', { name: 'Loans' });
      // The list narrows a moment after the typing.
      await expect(loans).toContainText('Meera Nair');
      const reader = await loans.textContent();
      const univId = /F\d{4}-\d{4}/.exec(reader ?? '')?.[0] ?? '';
      await lend(univId);
      await expect(page.getByText('Meera Nair: 1 of 10 books')).toBeVisible();
      await page.getByRole('button', { name: 'Lend Book' }).click();
      await expect(page.getByText(`${title} is lent to Meera Nair until`)).toBeVisible();
      await expect(loan).toBeVisible();
      await lend(univId);
      await page.getByRole('button', { name: 'Lend Book' }).click();
      await expect(page.getByText('Meera Nair has a copy of this book already.')).toBeVisible();
    });

    await test.step('it comes back by its code', async () => {
      await page.getByLabel('Copy or ISBN').last().fill(`${number}-1`);
      await page.getByRole('button', { name: 'Return Book' }).click();
      await expect(page.getByText(`is back from Meera Nair.`)).toBeVisible();
      await expect(loan).toHaveCount(0);
    });

    await test.step('and is retired', async () => {
      await page.getByLabel('Show').selectOption('Books');
      await find(page, title);
      await page.getByRole('button', { name: `Edit ${title}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit Book' });
      await dialog.getByLabel('Shelf').fill('CS 1.1');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(books).toContainText('Shelf CS 1.1');
      await page.getByRole('button', { name: `Edit ${title}` }).click();
      await expectGoodPage(page);
      await dialog.getByRole('button', { name: 'Retire' }).click();
      await expect(page.getByText(`${title} is retired.`)).toBeVisible();
      await expect(page.getByText('Nothing found')).toBeVisible();
    });
  });
});
