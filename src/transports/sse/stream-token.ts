import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** How long a reservation lasts. */
const RESERVATION_MS = 60_000;

/**
 * The token of a stream that its owner may open within a minute. No server keeps a reservation: the token says that it
 * is one, and until when. Whoever knows the owner's credential could make one, and might as well ask for it.
 */
export function newToken(owner: string, now: number): string {
  const reservation = `${randomUUID()}.${now + RESERVATION_MS}`;
  return `${reservation}.${macOf(reservation, owner)}`;
}

/** Whether this is a token of the owner's, reserved or in use. */
export function isTokenOf(owner: string, token: string): boolean {
  const end = token.lastIndexOf('.');
  const given = Buffer.from(token.slice(end + 1));
  const mac = Buffer.from(macOf(token.slice(0, Math.max(0, end)), owner));
  return given.length === mac.length && timingSafeEqual(given, mac);
}

/** Whether the stream of one of our tokens may be opened at this time. */
export function isReserved(token: string, now: number): boolean {
  return Number(token.split('.')[1]) > now;
}

function macOf(reservation: string, owner: string): string {
  return createHmac('sha256', owner).update(reservation).digest('base64url');
}
