/**
 * A program as a third party would write it, using a client generated from the document (`./client.ts`).
 * It is type-checked against that client and then run; it prints JSON.
 */
export const clientProgram = `
import * as campus from './client.ts';

const [origin, email, password, teacher] = process.argv.slice(2) as [string, string, string, string];
const headers = { 'content-type': 'application/json', origin: 'https://campus.example.edu' };

const signedIn = await fetch(origin + '/identity/sign-in/email', {
  method: 'POST', headers, body: JSON.stringify({ email, password }),
});
const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ');
const { token } = (await (await fetch(origin + '/identity/token', { headers: { ...headers, cookie } })).json()) as { token: string };

campus.defaults.baseUrl = origin + campus.servers.thisCampus;
const stranger = await campus.overviewCampus();
const login = await campus.identityLogin({ idToken: token });
campus.defaults.headers = { authorization: 'Bearer ' + token };

const subject = { subjectName: 'Graph Theory', subjectCode: 'GT1', credits: 4, emailId: teacher };
const created = await campus.subjectsCreateForAll(subject);
const again = await campus.subjectsCreateForAll(subject);
const wrong = await campus.subjectsCreateForAll({ ...subject, emailId: 'nobody' });
const subjects = await campus.subjectsListEnrollments();

const csv = 'Full Name,Email\\nAda Byron,ada@example.edu\\nAlan Turing,alan@example.edu\\n';
const uploaded = await campus.studentImportStore({ file: new File([csv], 'students.csv') }, {});
const page = await campus.peopleListStudents({ search: 'a', limit: 1 });
const ada = page.status === 200 ? page.data[0] : undefined;
const record = await campus.peopleReadStudent(ada?.id ?? '');
const seen = { ifMatch: record.status === 200 ? \`"\${record.data.version}"\` : '' };
const changed = await campus.peopleChangeStudent(ada?.id ?? '', { course: 'Mathematics' }, seen);
const stale = await campus.peopleChangeStudent(ada?.id ?? '', { course: 'Physics' }, seen);
const template = await campus.studentImportTemplate();
const left = await campus.identityLogout();

console.log(JSON.stringify({
  stranger: stranger.status === 401 && stranger.data.error,
  role: login.status === 200 ? login.data.role : login.data.message,
  created: created.status === 201 && created.data.subjectName,
  again: again.status === 409 && again.data.error,
  wrong: wrong.status === 422 && wrong.data.details,
  subjects: subjects.status === 200 && subjects.data.map((one) => one.subjectCode),
  uploaded: uploaded.status === 200 && uploaded.data,
  name: ada?.name,
  course: changed.status === 200 && changed.data.course,
  stale: stale.status === 409 && stale.data.details?.length,
  template: template.status === 200 && template.data.split(',', 2),
  left: left.status,
}));
`;
