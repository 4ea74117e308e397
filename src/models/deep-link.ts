import type { DeepLink } from '../generated/schema-types.ts';

export type DeepLinkModel = Omit<DeepLink, '__typename'>;
