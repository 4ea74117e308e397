import { useAPQ } from '@graphql-yoga/plugin-apq';
import type { Plugin } from 'graphql-yoga';
import type { Documents } from '../../execution/documents/documents.ts';
import type { PersistedQueries } from '../../execution/documents/persisted-queries.ts';
import { countError } from '../../metrics.ts';
import type { Services } from '../../resolvers/context.ts';
import { identityOf } from '../request-identity.ts';
import type { FastifyContext, YogaContext } from '../transport.ts';

/**
 * Automatic persisted queries (APQ). Those of callers whose API key upstream (the odds service) has accepted are
 * stored separately, so that others cannot evict them.
 */
export function usePersistedDocuments(
  { upstream }: Services,
  { ofAcceptedKeys, ofOthers }: PersistedQueries,
): Plugin<YogaContext> {
  const forAcceptedKeys = useAPQ({ store: ofAcceptedKeys });
  const forOthers = useAPQ({ store: ofOthers });
  return {
    onParams(payload) {
      const query: unknown = payload.params.query ?? '';
      if (typeof query !== 'string') return; // The APQ plugin would store it. Yoga refuses it later.
      const { credential } = identityOf((payload.context as FastifyContext).req);
      const isAccepted = upstream.client.keys.isAccepted(credential);
      return (isAccepted ? forAcceptedKeys : forOthers).onParams?.(payload);
    },
  };
}

/** Parses and validates with the shared document cache. */
export function useDocuments(documents: Documents): Plugin<YogaContext> {
  return {
    onParse({ setParseFn }) {
      setParseFn((text: string) => documents.parse(text));
    },
    onValidate({ params, setResult }) {
      const errors = documents.validate(params.documentAST);
      for (const { extensions } of errors) countError(extensions); // Yoga does not pass them to `maskError`.
      setResult(errors);
    },
  };
}
