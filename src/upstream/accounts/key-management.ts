import { Credential } from '../../access/credential.ts';
import type { CreatedKey, ListedKey, RotatedKey } from '../../contract/routes/account-keys.ts';
import { ROUTES } from '../../contract/routes.ts';
import type { Caller } from '../call.ts';
import { invalidResponse } from '../failure.ts';
import type { Upstream } from '../upstream.ts';

/** The keys of the caller's account. Their masked forms are noted, so that a revoked key can be recognised. */
export async function listKeys(upstream: Upstream, caller: Caller): Promise<ListedKey[]> {
  const { data } = await upstream.call(ROUTES.listKeys, caller, {});
  const masks = data.map((key) => key.id_masked);
  upstream.namespaces.noteMasks(caller.credential, masks);
  return data;
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
