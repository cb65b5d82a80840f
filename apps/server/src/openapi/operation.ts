import {
  type Access,
  capitalise,
  downloadAs,
  type Endpoint,
  fileFormats,
  type Reach,
  type Upload,
} from '@campus/contract';
import { nameOf } from './endpoint-names.ts';
import { refusalsOf } from './refusals.ts';
import { exampleOf, sample } from './sample.ts';
import type { Components, JsonSchema } from './schemas.ts';

export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

const reaches: Readonly<Record<Reach, string>> = {
  any: 'every record',
  own: 'only their own',
  none: 'not at all',
};

const ofAdministrators = (access: Exclude<Access, 'public'>): string => {
  if (access.admin === 'none') return reaches.none;
  if (access.duties === 'every') return reaches.any;
  const duties = [...access.duties].map((duty) => duty.replace('_', ' '));
  return `${reaches.any}, with ${['every duty', ...duties].join(' or ')}, auditors with GET only`;
};

const whoMay = (access: Access): string =>
  access === 'public'
    ? 'Needs no token.'
    : `Administrators: ${ofAdministrators(access)}. Teachers: ${reaches[access.teacher]}. ` +
      `Students: ${reaches[access.student]}.`;

const freshness = ({ fresh }: Endpoint): string | undefined =>
  fresh &&
  `Requires a sign-in within the last ten minutes${fresh === true ? '' : ` when ${fresh.join(' or ')} is sent`}; otherwise 403, \`confirmation_needed\`.`;

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag, or the quoted version, the caller has read. An outdated one is refused with 409 and what ' +
    'has changed since; without the header the last write wins.',
  schema: { type: 'string' } as JsonSchema,
};

const parametersOf = (endpoint: Endpoint, components: Components) => {
  const places = [
    ['path', endpoint.params],
    ['query', endpoint.query],
  ] as const;
  const parameters = places.flatMap(([place, schema]) => {
    if (!schema) return [];
    const { properties = {}, required = [] } = components.fieldsOf(schema, 'input');
    return Object.entries(properties).map(([name, { description, ...said }]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: said,
      ...(place === 'path' && { example: sample(said, components.schemas, { name }) }),
    }));
  });
  return endpoint.ifMatch ? [...parameters, ifMatch] : parameters;
};

const binary = (type: string): JsonSchema => ({
  type: 'string',
  format: 'binary',
  contentMediaType: type,
});

const formOf = (upload: Upload, components: Components): JsonSchema => {
  const { file = 'file', maxBytes, maxFiles = 1, texts } = upload;
  const size = `at most ${Math.round((maxBytes / 1024 / 1024) * 10) / 10} MB`;
  const content = binary('application/octet-stream');
  const { properties = {}, required = [] } = texts ? components.fieldsOf(texts, 'input') : {};
  return {
    type: 'object',
    properties: {
      [file]:
        maxFiles === 1
          ? { ...content, description: `One file, ${size}.` }
          : {
              type: 'array',
              items: content,
              maxItems: maxFiles,
              description: `Up to ${maxFiles} files, each ${size}.`,
            },
      ...properties,
    },
    required: [...(upload.fileOptional ? [] : [file]), ...required],
    additionalProperties: false,
  };
};

const jsonOf = (
  schema: NonNullable<Endpoint['body']>,
  io: 'input' | 'output',
  components: Components,
): MediaType => {
  const said = components.of(schema, io);
  const isValid = (value: unknown): boolean => schema.safeParse(value).success;
  const example = exampleOf(said, components.schemas, isValid);
  return { schema: said, ...(example !== undefined && { example }) };
};

const requestBodyOf = ({ body, upload }: Endpoint, components: Components) => {
  const content: Record<string, MediaType> = {
    ...(upload && { 'multipart/form-data': { schema: formOf(upload, components) } }),
    ...(body && { 'application/json': jsonOf(body, 'input', components) }),
  };
  return (upload ?? body) && { required: !body?.safeParse(undefined).success, content };
};

const text: JsonSchema = { type: 'string' };
const etag = { description: 'Can be sent back as `If-None-Match`.', schema: text };
const disposition = { description: 'The name of the file.', schema: text };
const pages = {
  'X-Total-Count': { description: 'The total number of records.', schema: { type: 'integer' } },
  'X-Page': {
    description: 'The number of the page, unless a cursor was sent.',
    schema: { type: 'integer' },
  },
  Link: { description: 'The address of the next page, as `rel="next"`.', schema: text },
};

/** Paged lists accept a `cursor` or at least a `page`, exported tables a `format`. */
const accepts = ({ query }: Endpoint, parameter: 'cursor' | 'page' | 'format'): boolean =>
  query !== undefined && 'shape' in query && parameter in (query.shape as object);

const successOf = (endpoint: Endpoint, components: Components): Record<string, Response> => {
  const { method, reply, status = 200, download, file } = endpoint;
  if (status === 204) return { 204: { description: 'Done. The reply has no body.' } };
  if (download)
    return {
      [status]: {
        description: `A file to save, ${download.fileName}.`,
        headers: { 'Content-Disposition': disposition },
        content: Object.fromEntries(
          (accepts(endpoint, 'format') ? fileFormats : [undefined]).map((format) => {
            const [type = ''] = downloadAs(download, format).type.split(';');
            return [type, { schema: type.startsWith('text/') ? text : binary(type) }];
          }),
        ),
      },
    };
  const unchanged = {
    304: { description: 'Unchanged: the caller already has the current version.' },
  };
  if (file)
    return {
      [status]: {
        description: 'The file as it was stored.',
        headers: { 'Content-Disposition': disposition, ETag: etag },
        content: Object.fromEntries(file.types.map((type) => [type, { schema: binary(type) }])),
      },
      ...unchanged,
    };
  const isRead = method === 'GET';
  const isPaged = accepts(endpoint, 'cursor') || accepts(endpoint, 'page');
  const headers = { ...(isRead && { ETag: etag }), ...(isPaged && pages) };
  return {
    [status]: {
      description: status === 201 ? 'Created. The reply is the stored record.' : 'The reply.',
      ...(Object.keys(headers).length > 0 && { headers }),
      content: { 'application/json': jsonOf(reply, 'output', components) },
    },
    ...(isRead && unchanged),
  };
};

export const operationOf = (endpoint: Endpoint, components: Components) => {
  const { access, description, summary } = endpoint;
  const [group = '', ...names] = nameOf(endpoint).split('.');
  const parameters = parametersOf(endpoint, components);
  const requestBody = requestBodyOf(endpoint, components);
  return {
    // Such as `attendanceSubmitAttendance`, a valid name in every programming language.
    operationId: [group, ...names.map(capitalise)].join(''),
    tags: [group],
    summary,
    description: [description, whoMay(access), freshness(endpoint)].filter(Boolean).join('\n\n'),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successOf(endpoint, components), ...refusalsOf(endpoint) },
    ...(access === 'public' && { security: [] as const }),
    'x-access': access,
    ...(endpoint.fresh && { 'x-fresh': endpoint.fresh }),
  };
};

export type Operation = ReturnType<typeof operationOf>;
