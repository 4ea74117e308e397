import type { DeepLink } from '../generated/graph.ts';

export type DeepLinkModel = Omit<DeepLink, '__typename'>;
