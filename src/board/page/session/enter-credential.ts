import { AccountDocument } from '../../../generated/board/graphql.ts';
import { GraphFailure } from '../graph/graph-failure.ts';
import { request } from '../graph/request.ts';
import { viewer } from './account.ts';
import { changeAccount, renewCredential } from './tab-credential.ts';

/** Tries a key or token with a single request, and uses it if it is good. Otherwise resolves with the reason. */
export async function enterCredential(value: string): Promise<string | null> {
  try {
    const { data } = await request(AccountDocument, {}, { as: value });
    // A credential of the same tier is taken for one of the same account: what is on the screen stays.
    const isRenewal = viewer.value !== null && viewer.value.tier === data.viewer?.tier;
    if (isRenewal) renewCredential(value);
    else changeAccount(value);
    return null;
  } catch (error) {
    return error instanceof GraphFailure ? error.message : 'The server cannot be reached.';
  }
}
