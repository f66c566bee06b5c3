/** Sets up Fastify with everything that runs before a route: cookies, headers, guards, compression, rates. */
import type { IncomingMessage } from 'node:http';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { HttpServerDeps } from '#app/http-server-deps.ts';
import { readClientBuild } from '#ground/client-build.ts';
import type { Clock } from '#ground/clock.ts';
import { type AddressReader, createAddressReader } from '#http/client-address.ts';
import { compressReplies } from '#http/compression.ts';
import { createApp } from '#http/http-app.ts';
import { networkOf } from '#http/network-of.ts';
import { describeApi } from '#http/openapi.ts';
import { createHostCheck, guardHost, type HostCheck } from '#http/own-names.ts';
import { createOriginCheck, guardRequests, type OriginCheck } from '#http/request-guard.ts';
import { createRequestRates, type RequestRates } from '#http/request-rates.ts';
import {
  cameraHeaders,
  installSecurityHeaders,
  type SecurityHeaders,
  securityHeaders,
} from '#http/security-headers.ts';
import { UPLOAD_LIMITS } from '#http/upload.ts';

export interface OpenedHttp {
  readonly app: FastifyInstance;
  readonly headers: SecurityHeaders;
  readonly hostFault: HostCheck;
  readonly isOwnOrigin: OriginCheck;
  readonly addressOf: AddressReader;
  /** The key under which an address's requests are counted. */
  readonly countedAs: AddressReader;
  readonly rates: RequestRates;
}

export async function openHttp(
  { config, log, webFolder, version, limits, traces }: HttpServerDeps,
  wall: Clock,
): Promise<OpenedHttp> {
  const { publicUrl } = config;
  const hostFault = createHostCheck(publicUrl);
  const isOwnOrigin = createOriginCheck(publicUrl);
  const addressOf = createAddressReader(publicUrl !== undefined);
  const countedAs = (request: IncomingMessage): string => networkOf(addressOf(request));
  const built = readClientBuild(webFolder);
  const reportsTo = built === undefined || built === 'unknown' ? null : built.reportsTo;
  const headers = securityHeaders(publicUrl, reportsTo);
  const app = createApp({
    ...{ config, log, headers },
    ...{ requestWholeMs: limits?.requestWholeMs, answerMs: limits?.answerMs },
    followers: traces ? [traces] : [],
  });
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart, UPLOAD_LIMITS);
  installSecurityHeaders(app, { everywhere: headers, camera: cameraHeaders(reportsTo) });
  guardHost(app, hostFault);
  guardRequests(app, isOwnOrigin);
  await compressReplies(app);
  await describeApi(app, version);
  const rates = createRequestRates(wall, countedAs, limits?.requestsPerMinute);
  return { app, headers, hostFault, isOwnOrigin, addressOf, countedAs, rates };
}
