import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ROUTES } from '#registry.ts';
import { colonPathOf, type RouteDefinition, replySchemas } from '#route.ts';

const routes: readonly (readonly [string, RouteDefinition])[] = Object.entries(ROUTES);

/** An address as a router tells it apart: parameter names do not matter. */
const shapeOf = (route: RouteDefinition): string => `${route.method} ${colonPathOf(route).replace(/:[A-Za-z]+/g, ':')}`;

/** Every object schema inside, however deep, that lets unknown fields pass. */
function openObjects(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  const isOpen = 'properties' in node && !('additionalProperties' in node && node.additionalProperties === false);
  return [...(isOpen ? [node] : []), ...Object.values(node).flatMap(openObjects)];
}

describe.each(routes)('%s', (_name, route) => {
  test('states its purpose in one sentence', () => {
    expect(route.purpose).toMatch(/^[A-Z][^.]*\.$/);
  });

  test('declares exactly the parameters of its path', () => {
    const inPath = [...route.path.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name]) => name);
    expect(Object.keys(route.params?.shape ?? {})).toEqual(inPath);
    if (route.access === 'account') expect(inPath).toContain('accountId');
  });

  test('takes a body exactly when it posts', () => {
    expect(route.body !== undefined || route.upload === true).toBe(route.method === 'POST');
    expect(route.body !== undefined && route.upload === true).toBe(false);
  });

  test('refuses unknown fields', () => {
    // The form of its events is Zalo's, which adds to it.
    const body = route.access === 'zalo' ? undefined : route.body;
    for (const schema of [route.params, route.query, body]) {
      if (schema) expect(openObjects(z.toJSONSchema(schema, { io: 'input' }))).toEqual([]);
    }
  });

  test('can be written as OpenAPI', () => {
    for (const schema of [route.params, route.query, route.body, ...Object.values(replySchemas(route))]) {
      if (schema) expect(() => z.toJSONSchema(schema)).not.toThrow();
    }
  });

  test('takes text in its address', () => {
    for (const schema of [...Object.values(route.params?.shape ?? {}), ...Object.values(route.query?.shape ?? {})]) {
      expect(JSON.stringify(z.toJSONSchema(schema))).not.toMatch(/"type":"(number|integer|boolean|array|object)"/);
    }
  });
});

test('no two routes share an address', () => {
  const shapes = routes.map(([, route]) => shapeOf(route));
  expect(new Set(shapes).size).toBe(shapes.length);
});
