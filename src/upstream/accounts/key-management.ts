import { Credential } from '../../access/credential.ts';
import type { ApiKey, CreatedKey, RotatedKey } from '../../contract/routes/account-keys.ts';
import { ROUTES } from '../../contract/routes.ts';
import type { Pagination } from '../../contract/wire.ts';
import type { Caller } from '../call.ts';
import { invalidResponse } from '../failure.ts';
import { allPages } from '../pages.ts';
import type { Upstream } from '../upstream.ts';

/** The keys of the caller's account. Their masked forms are noted, so that a revoked key can be recognised. */
export async function listKeys(upstream: Upstream, caller: Caller): Promise<ApiKey[]> {
  const keys = await allPages(
    ({ offset }) => readPage(upstream, caller, offset),
    ({ id }) => id,
  );
  const masks = keys.map((key) => key.id_masked);
  upstream.scopes.noteMasks(caller.credential, masks);
  return keys;
}

/**
 * The contract has no parameters for this list, but says whether it goes on. Where upstream sends another page than the one
 * asked for, it knows no offset either, and the list ends.
 */
async function readPage(upstream: Upstream, caller: Caller, offset = 0) {
  const query = offset === 0 ? {} : { offset };
  const { data, meta } = await upstream.call(ROUTES.listKeys, caller, { query });
  const stated: Partial<Pagination> = meta?.pagination ?? {};
  const next_offset = stated.next_offset ?? 0;
  const has_more = stated.has_more === true && stated.offset === offset && next_offset > offset;
  return { data, meta: { pagination: { limit: data.length, offset, has_more, next_offset } } };
}

/** Creates a key. The new secret counts as accepted by upstream from now on. */
export async function createKey(
  upstream: Upstream,
  caller: Caller,
  name: string,
): Promise<CreatedKey['data']> {
  const { data } = await upstream.call(ROUTES.createKey, caller, { body: { name } });
  upstream.keys.accept(new Credential(data.key));
  return data;
}

/** Gives a key a new secret, which counts as accepted by upstream from now on. */
export async function rotateKey(
  upstream: Upstream,
  caller: Caller,
  keyId: string,
): Promise<RotatedKey['data']> {
  const { data } = await upstream.call(ROUTES.rotateKey, caller, { params: { keyId } });
  upstream.keys.accept(new Credential(data.key));
  return data;
}

/** Deletes a key. Throws `UPSTREAM_INVALID_RESPONSE` unless upstream confirms it. */
export async function deleteKey(upstream: Upstream, caller: Caller, keyId: string): Promise<void> {
  const { deleted } = await upstream.call(ROUTES.deleteKey, caller, { params: { keyId } });
  if (!deleted) throw invalidResponse('does not confirm that the key is deleted');
}
