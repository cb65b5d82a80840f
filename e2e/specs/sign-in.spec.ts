import {
  anyWidth,
  expect,
  expectGoodPage,
  openMenu,
  password,
  people,
  test,
} from '../support/campus.ts';

test('a visitor gets from the landing page to sign-in with Get Started', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Welcome to Campus Management System!',
  );
  await expectGoodPage(page);
  await page
    .getByRole('link', { name: 'Get Started' })
    .or(page.getByRole('button', { name: 'Get Started' }))
    .click();
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await expectGoodPage(page);
});

test(
  'a page whose scripts cannot be fetched says so, and is there when tried again',
  anyWidth,
  async ({ page, as }) => {
    const scripts = '**/assets/*.js';
    const admin = await as('admin');
    for (const [tab, address, button] of [
      [page, '/signin', 'Sign In'],
      [admin, '/admin/communication', 'Send Announcement'],
    ] as const) {
      await tab.route(scripts, (route) => route.abort());
      await tab.goto(address);
      await expect(tab.getByRole('alert')).toHaveText(
        'Campus could not be loaded. Please check your connection. Try again',
      );
      await tab.unroute(scripts);
      await tab.getByRole('link', { name: 'Try again' }).click();
      await expect(tab.getByRole('button', { name: button })).toBeEnabled();
      await expect(tab.getByRole('alert')).toHaveCount(0);
    }
  },
);

test(
  'a sign-in page that was open during an upgrade says so when the form for the code is gone',
  anyWidth,
  async ({ page }) => {
    await page.route('**/identity/sign-in/email', (route) =>
      route.fulfill({ json: { secondFactor: true } }),
    );
    await page.goto('/signin');
    await page.getByLabel('University Email').fill(people.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.route('**/assets/code-form-*.js', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Campus could not be loaded. Please check your connection. Try again',
    );
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  },
);

test(
  'a first visit to the sign-in page loads at most 75 kB; the application is loaded when a person begins to type',
  anyWidth,
  async ({ browser, campus }) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    let weight = 0;
    network.on('Network.loadingFinished', (answer) => (weight += answer.encodedDataLength));
    await network.send('Network.enable');
    await page.goto(`${campus.origin}/signin`);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    await page.waitForLoadState('networkidle');
    expect(weight).toBeGreaterThan(50_000);
    expect(weight).toBeLessThanOrEqual(75_000);
    const application = page.waitForRequest(/\/assets\/app-[^/]*\.js$/);
    await page.getByLabel('University Email').pressSequentially('a');
    await application;
    await context.close();
  },
);

for (const persona of Object.values(people))
  test(`${persona.role} signs in and reaches their dashboard`, anyWidth, async ({ page }) => {
    await page.goto('/signin');
    await page.getByLabel('University Email').fill(persona.email.toUpperCase());
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(new RegExp(`/${persona.role}/dashboard$`));
    const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
    expect(stored).toMatchObject({
      userRole: persona.role,
      userEmail: persona.email,
      userName: persona.name,
    });
    expect(stored['authToken']).toMatch(/^ey/);
  });

test(
  'while signing in the button says so and cannot be pressed twice',
  anyWidth,
  async ({ page }) => {
    await page.goto('/signin');
    await page.getByLabel('University Email').fill(people.teacher.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    const held = Promise.withResolvers<void>();
    await page.route('**/identity/sign-in/email', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled();
    held.resolve();
    await expect(page).toHaveURL(/\/teacher\/dashboard$/);
  },
);

test('wrong credentials show the reason in the error box, and the typed e-mail stays', async ({
  page,
  expected,
}) => {
  expected.refusals.push(/^401 .*\/identity\/sign-in\/email$/);
  await page.goto('/signin');
  await page.getByLabel('University Email').fill('nobody@example.edu');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const box = page.getByRole('alert');
  await expect(box).toHaveText('Invalid email or password');
  await expect(box).toHaveCSS('justify-content', 'center');
  const [red = 0, green = 0, blue = 0] = await box.evaluate((one) =>
    (getComputedStyle(one).borderTopColor.match(/\d+/g) ?? []).map(Number),
  );
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
  await expect(page.getByLabel('University Email')).toHaveValue('nobody@example.edu');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await expectGoodPage(page);
});

test('without a network the failure is explained in words', anyWidth, async ({ page }) => {
  await page.goto('/signin');
  await page.getByLabel('University Email').fill(people.teacher.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.route('**/identity/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('Login failed. Please try again.');
});

test('Forgot Password without an e-mail asks for it', anyWidth, async ({ page }) => {
  await page.goto('/signin');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await page.getByText('Forgot Password').click();
  await expect(page.getByRole('alert')).toHaveText('Please enter your university email');
});

test(
  'a guarded page sends a visitor to sign-in and back to where they wanted to go',
  anyWidth,
  async ({ page }) => {
    await page.goto('/teacher/attendance');
    await expect(page).toHaveURL(/\/signin/);
    await page.getByLabel('University Email').fill(people.teacher.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/teacher\/attendance$/);
  },
);

test(
  'pages of other roles are closed: a student is sent to their own',
  anyWidth,
  async ({ as }) => {
    const page = await as('student');
    await page.goto('/admin/students');
    await expect(page).toHaveURL(/\/student\/dashboard$/);
  },
);

test('an expired token is renewed silently', anyWidth, async ({ as, expected }) => {
  expected.refusals.push(/^401 .*\/api\//);
  const page = await as('student');
  await page.goto('/student/attendance');
  await expect(page.getByText('Overall')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('authToken', 'no.longer.valid'));
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).toMatch(/^ey/);
  await expect(page.getByText(/^Of 24 classes/)).toBeVisible();
});

test('signing out clears this browser and ends its session everywhere', async ({
  as,
  expected,
}) => {
  const page = await as('student');
  await page.goto('/student/attendance');
  await expect(page.getByText('Overall')).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '');
  await openMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/signin/);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('authToken');
  expected.refusals.push(/^401 /);
  const after = await page.request.get('/api/campus', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(after.status()).toBe(401);
  expect((await page.request.get('/identity/token')).status()).toBe(401);
});
