/** The contract as OpenAPI 3.1 at `/openapi.json`, made from the very schemas that check requests. */
import swagger from '@fastify/swagger';
import type { OAuthScope } from '@mua/contract/entities/oauth';
import { API_BASE, CSRF_HEADER, type RouteDefinition, SLOT_HEADER } from '@mua/contract/route';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';

/** How a caller says who acts: see contract/route.ts. Which scope a route wants stands at the route. */
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
};

/** Absent where nobody has to be signed in. */
export function securityOf({ access, scope }: Pick<RouteDefinition, 'access' | 'scope'>): object {
  if (access === 'operator') return { security: [{ operator: [] }] };
  const program = scope === undefined ? [] : [{ program: [scope] }];
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
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
