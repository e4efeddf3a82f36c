//! A push service of its own on the loopback address, with TLS by a certificate authority of its own. It accepts messages
//! as the services of browsers do (RFC 8030 and RFC 8292), and decrypts them in place of the browser (RFC 8291).
import { execFileSync } from 'node:child_process';
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from '@playwright/test';

import { present } from './rules';

/** The values that a page gets for its subscription. */
export interface SubscriptionValues {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** A message that was accepted, after its decryption. */
export interface Delivery {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
  readonly message: { readonly kind: string; readonly seq?: number };
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** Returns true if the server whose key a page has named signed a request to this origin (RFC 8292). */
function isSigned(authorization: string, key: string, origin: string): boolean {
  const { header, claims, signature, by } =
    /^vapid t=(?<header>[\w-]+)\.(?<claims>[\w-]+)\.(?<signature>[\w-]+), k=(?<by>[\w-]+)$/.exec(
      authorization,
    )?.groups ?? {};
  if (!header || !claims || !signature || by !== key) return false;
  const point = bytes(key);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: present(x), y: present(y) },
    format: 'jwk',
  });
  const { aud, exp } = JSON.parse(bytes(claims).toString()) as { aud: string; exp: number };
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  return (
    verify('sha256', Buffer.from(`${header}.${claims}`), signed, bytes(signature)) &&
    aud === origin &&
    exp * 1000 > Date.now()
  );
}

/** The subscription of a browser, with its secret keys. */
class Subscription {
  readonly #pair = createECDH('prime256v1');
  readonly #public = this.#pair.generateKeys();
  readonly #auth = randomBytes(16);

  constructor(
    readonly endpoint: string,
    /** The key of the server that may send to it, in base64url. */
    readonly serverKey: string,
  ) {}

  values(): SubscriptionValues {
    const [p256dh, auth] = [this.#public.toString('base64url'), this.#auth.toString('base64url')];
    return { endpoint: this.endpoint, keys: { p256dh, auth } };
  }

  /** Decrypts a body of one record. */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const record = body.subarray(21 + sender.length);
    const derive = (from: Buffer, by: Buffer, info: Buffer, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', from, by, info, length));
    const both = Buffer.concat([Buffer.from('WebPush: info\0'), this.#public, sender]);
    const secret = derive(this.#pair.computeSecret(sender), this.#auth, both, 32);
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
    // A delimiter and zeros follow the text.
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

/** Makes a certificate of an authority, and one by it for the loopback address. */
function certify(folder: string): void {
  const make = (name: string, ...options: readonly string[]): void => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`];
    const certificate = ['-subj', `/CN=Test ${name}`, '-days', '2', '-out', `${name}.pem`, ...options];
    execFileSync('openssl', ['req', '-x509', ...key, ...certificate], { cwd: folder, stdio: 'pipe' });
  };
  make('authority');
  const leaf = ['subjectAltName=IP:127.0.0.1', 'basicConstraints=CA:FALSE'];
  const issuer = ['-CA', 'authority.pem', '-CAkey', 'authority.key'];
  make('service', ...issuer, ...leaf.flatMap((extension) => ['-addext', extension]));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

export class PushService {
  readonly #folder = mkdtempSync(join(tmpdir(), 'faraday-push-'));
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #server: Server;
  readonly #deliveries: Delivery[] = [];

  private constructor() {
    certify(this.#folder);
    const read = (name: string): Buffer => readFileSync(join(this.#folder, name));
    this.#server = createServer({ key: read('service.key'), cert: read('service.pem') });
    this.#server.on('request', (request, response) => {
      void this.#accept(request).then((status) => response.writeHead(status).end());
    });
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    await new Promise<void>((listening) => service.#server.listen(0, '127.0.0.1', listening));
    return service;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The host and the port. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The file with the certificate of the authority. */
  get authority(): string {
    return join(this.#folder, 'authority.pem');
  }

  /** Subscribes a browser to the messages of the server with this key. */
  subscribe(serverKey: string): SubscriptionValues {
    const path = `/${randomUUID()}`;
    const subscription = new Subscription(`https://${this.host}${path}`, serverKey);
    this.#subscriptions.set(path, subscription);
    return subscription.values();
  }

  deliveries(kind: string): Delivery[] {
    return this.#deliveries.filter(({ message }) => message.kind === kind);
  }

  /** Waits for a number of messages of a kind, and returns the last of them. */
  async delivered(kind: string, count: number): Promise<Delivery> {
    const wait = { message: `push messages of the kind ${kind}`, timeout: 30_000 };
    await expect.poll(() => this.deliveries(kind).length, wait).toBeGreaterThanOrEqual(count);
    return present(this.deliveries(kind)[count - 1]);
  }

  /** Returns the status of the answer to a request. */
  async #accept(request: IncomingMessage): Promise<number> {
    const body = await bodyOf(request);
    const subscription = this.#subscriptions.get(request.url ?? '');
    if (!subscription) return 404;
    const { authorization = '', ttl } = request.headers;
    if (!isSigned(authorization, subscription.serverKey, `https://${this.host}`)) return 403;
    if (ttl === undefined || request.headers['content-encoding'] !== 'aes128gcm') return 400;
    const text = subscription.decrypt(body);
    this.#deliveries.push({ at: Date.now(), text, message: JSON.parse(text) as Delivery['message'] });
    return 201;
  }
}
