/** Publishes the contract as OpenAPI 3.1 at `/openapi.json`, from the same schemas that validate requests. */
import swagger from '@fastify/swagger';
import type { OAuthScope } from '@mua/contract/entities/oauth';
import { PICTURE_KINDS } from '@mua/contract/entities/registration';
import { SIGNATURE_HEADER } from '@mua/contract/http/bank-notifications';
import { ZALO_SIGNATURE_HEADER } from '@mua/contract/http/zalo-events';
import { ALL_ROUTES } from '@mua/contract/registry';
import { API_BASE, CSRF_HEADER, isSignedAccess, pathOf, type RouteDefinition, SLOT_HEADER } from '@mua/contract/route';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';

/** How a caller authenticates: see contract/route.ts. The route names its scope. */
const SECURITY_SCHEMES: Record<string, OpenAPIV3_1.SecuritySchemeObject> = {
  browser: {
    type: 'apiKey',
    in: 'cookie',
    name: 'mua_jar',
    description: `With ${SLOT_HEADER}, and ${CSRF_HEADER}: 1.`,
  },
  program: {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: `${API_BASE}/iam/oauth/token`,
        refreshUrl: `${API_BASE}/iam/oauth/token`,
        scopes: {
          market: 'Reads contracts, prices and bars.',
          account: 'Reads the granted sub-accounts.',
          trade: 'Places, changes and cancels orders within the bounds of the grant.',
        } satisfies Record<OAuthScope, string>,
      },
    },
  },
  operator: { type: 'http', scheme: 'bearer' },
  bank: {
    type: 'apiKey',
    in: 'header',
    name: SIGNATURE_HEADER,
    description: '`sha256=` and the HMAC-SHA256 of the body in hex.',
  },
  zalo: {
    type: 'apiKey',
    in: 'header',
    name: ZALO_SIGNATURE_HEADER,
    description: '`mac=` and the SHA-256 of app id, body, timestamp and secret key in hex.',
  },
};

const TOKEN_FORM = {
  type: 'object',
  required: ['grant_type', 'client_id'],
  properties: {
    grant_type: { type: 'string', enum: ['authorization_code', 'refresh_token'] },
    client_id: { type: 'string' },
    code: { type: 'string' },
    code_verifier: { type: 'string' },
    redirect_uri: { type: 'string' },
    refresh_token: { type: 'string' },
    scope: { type: 'string' },
  },
};

/** Endpoints of the OAuth library, which are not routes of the contract (RFC 6749, 7009): they take forms, not JSON. */
const TOKEN_PATHS = {
  [`${API_BASE}/iam/oauth/token`]: tokenCall(
    'drawToken',
    'Exchanges a code with its PKCE verifier, or a refresh token.',
    {
      form: TOKEN_FORM,
      reply: 'access_token, token_type, expires_in, refresh_token, scope',
    },
  ),
  [`${API_BASE}/iam/oauth/revoke`]: tokenCall('revokeToken', 'Gives a token back; its grant ends with it.', {
    form: {
      type: 'object',
      required: ['token', 'client_id'],
      properties: { token: { type: 'string' }, client_id: { type: 'string' } },
    },
    reply: 'Nothing.',
  }),
};

function tokenCall(
  operationId: string,
  summary: string,
  { form, reply }: { readonly form: object; readonly reply: string },
): object {
  const content = { 'application/x-www-form-urlencoded': { schema: form } };
  return {
    post: {
      operationId,
      summary,
      requestBody: { required: true, content },
      responses: { 200: { description: reply } },
    },
  };
}

/** Undefined for routes without sign-in. */
export function securityOf({ access, scope }: Pick<RouteDefinition, 'access' | 'scope'>): object {
  if (access === 'operator') return { security: [{ operator: [] }] };
  if (isSignedAccess(access)) return { security: [{ [access]: [] }] };
  const program = scope === undefined ? [] : [{ program: [scope] }];
  // The id of a sign-up is all that its holder needs.
  if (access === 'registration') return { security: [{}, { browser: [] }] };
  if (access === 'public') return program.length === 0 ? {} : { security: [{}, ...program] };
  return { security: [{ browser: [] }, ...program] };
}

export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Mùa', version },
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  let document: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    document ??= JSON.stringify(described(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}

const UPLOAD_FORM = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file', 'kind'],
        properties: {
          file: { type: 'string', format: 'binary', description: 'A JPEG or PNG picture.' },
          kind: { type: 'string', enum: PICTURE_KINDS },
        },
      },
    },
  },
};

/**
 * Adds files, which arrive as forms and leave as bytes: no schema validates them, so the generated document omits them.
 */
function withFiles(paths: Readonly<Record<string, Record<string, object>>>): object {
  const described = structuredClone(paths);
  for (const route of ALL_ROUTES) {
    const call: { requestBody?: object; responses?: Record<string, object> } | undefined =
      described[pathOf(route)]?.[route.method.toLowerCase()];
    if (!call) continue;
    if (route.upload) call.requestBody = UPLOAD_FORM;
    if (route.content) {
      const content = { [route.content]: { schema: { type: 'string', format: 'binary' } } };
      call.responses = { ...call.responses, 200: { description: 'The file.', content } };
    }
  }
  return described;
}

/** Adds the calls that the library answers, and tags each call with its subject, the first part of its path. */
function described(document: object): object {
  const known = withFiles('paths' in document ? Object(document.paths) : {});
  const paths = Object.entries<object>({ ...known, ...TOKEN_PATHS }).map(([path, calls]) => {
    const tags = [
      path
        .replace(`${API_BASE}/`, '')
        .split('/')
        .find((part) => part !== ''),
    ];
    return [path, Object.fromEntries(Object.entries(calls).map(([method, call]) => [method, { ...call, tags }]))];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}
