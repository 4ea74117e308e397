import type { BoardOptions } from '../board-options.ts';

const meta = document.querySelector<HTMLMetaElement>('meta[name="oddsgraph-board"]');

export const settings: BoardOptions = JSON.parse(meta?.content ?? '{}');
