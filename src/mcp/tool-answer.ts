import { answerHints, withoutEmptyGames } from './answer-hints.ts';
import type { JsonSchema } from './input-schema.ts';

/** The body of a GraphQL response, as far as answers need it. */
export interface ResponseBody {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
  }[];
  readonly extensions?: {
    readonly upstream?: {
      readonly dataDelaySeconds?: number | null;
      /** Those on names say what was asked for and what may have been meant; those on costs are for developers. */
      readonly hints?: readonly { readonly value?: string; readonly nearest?: readonly string[] }[];
    };
  };
}

/** What an answer says about itself. */
export interface About {
  readonly answeredAt: string;
  readonly tier: string | null;
  readonly delaySeconds: number | null;
  readonly missing: readonly string[];
  readonly hints: readonly string[];
  readonly cut: readonly string[];
}

const SENTENCES = { type: 'array', items: { type: 'string' } };

export const ABOUT_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'How current and how complete the answer is.',
  properties: {
    answeredAt: {
      type: 'string',
      format: 'date-time',
      description:
        'When the answer was made. Its prices were current then, but for `delaySeconds`; `lastSeenAt` of a price is more precise.',
    },
    tier: {
      type: ['string', 'null'],
      description: 'The subscription tier that the answer was made for: it decides what is shown.',
    },
    delaySeconds: {
      type: ['number', 'null'],
      description:
        'By how many seconds the data of this tier is delayed; null if that is not known.',
    },
    missing: { ...SENTENCES, description: 'What is missing, and why. Tell the user about it.' },
    hints: {
      ...SENTENCES,
      description: 'What to try, for instance names that were probably meant.',
    },
    cut: { ...SENTENCES, description: 'Which lists were shortened, and how to get the rest.' },
  },
  required: ['answeredAt', 'tier', 'delaySeconds', 'missing', 'hints', 'cut'],
};

export interface ToolAnswer {
  readonly structured: Readonly<Record<string, unknown>>;
  /** A sentence or two for people, and for clients that show only text. */
  readonly text: string;
  /** Whether there is nothing but errors. */
  readonly isError: boolean;
}

/** Makes the answer of a tool from a GraphQL response: at most `bytesMax`, with what is missing said in sentences. */
export function answerOf(
  { data, errors = [], extensions }: ResponseBody,
  { now, tier, tierDelaySeconds, bytesMax, variables }: AnswerOptions,
): ToolAnswer {
  const cut: string[] = [];
  const whole = withoutEmptyGames({ variables, data: data ?? {} });
  const shown = shortened(whole, bytesMax, [], cut);
  const about: About = {
    answeredAt: new Date(now).toISOString(),
    tier,
    delaySeconds: extensions?.upstream?.dataDelaySeconds ?? tierDelaySeconds,
    missing: [...new Set(errors.map(sentenceOf))].slice(0, SENTENCES_MAX),
    hints: [
      ...(extensions?.upstream?.hints?.flatMap(unknownName) ?? []),
      ...answerHints({ variables, data: whole, now }),
    ],
    cut: cut.map((one) => `${one} ${'first' in variables ? FEWER : NARROWER}`),
  };
  const isError = errors.length > 0 && Object.values(data ?? {}).every((value) => value === null);
  return { structured: { ...Object(shown), about }, text: textOf(about, isError), isError };
}

interface AnswerOptions {
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
  readonly tier: string | null;
  /** By how much the data of the tier is delayed, if no response of upstream has said it; null if that is not known. */
  readonly tierDelaySeconds: number | null;
  readonly bytesMax: number;
  /** What was asked for. */
  readonly variables: Readonly<Record<string, unknown>>;
}

const SENTENCES_MAX = 10;

const FEWER =
  'Narrow the question, or call again with that number as "first": its "endCursor" then goes on where it ends.';
const NARROWER = 'Narrow the question, or allow more with "maxKilobytes".';

function unknownName({ value, nearest = [] }: { value?: string; nearest?: readonly string[] }) {
  if (value === undefined) return [];
  const meant = nearest.length > 0 ? ` Did you mean ${nearest.join(', ')}?` : '';
  return [`"${value}" is not known.${meant}`];
}

function sentenceOf({ message, path = [] }: NonNullable<ResponseBody['errors']>[number]): string {
  const place = path.filter((step) => typeof step === 'string').join('.');
  return place === '' ? message : `${place}: ${message}`;
}

function textOf({ answeredAt, tier, delaySeconds, missing, hints, cut }: About, isError: boolean) {
  const tierWords = tier === null ? '' : ` for the tier ${tier}`;
  const delay = delaySeconds ? `, with data delayed by ${delaySeconds} seconds` : '';
  const head = isError ? 'There is no answer.' : `Answered at ${answeredAt}${tierWords}${delay}.`;
  return [head, ...missing, ...hints, ...cut].join(' ');
}

/**
 * `value` with its longest lists cut, so that its JSON has at most `bytesMax` bytes. Each list that is cut is told in
 * `cut`, once for all lists at the same place.
 */
function shortened(
  value: unknown,
  bytesMax: number,
  path: readonly string[],
  cut: string[],
): unknown {
  const bytes = sizeOf(value);
  if (bytes <= bytesMax || typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return shortenedObject(value, bytesMax, path, cut);
  let used = 2;
  let kept = 0;
  while (kept < value.length && used + sizeOf(value[kept]) + 1 <= bytesMax) {
    used += sizeOf(value[kept]) + 1;
    kept += 1;
  }
  const items = kept > 0 ? value.slice(0, kept) : [shortened(value[0], bytesMax, path, cut)];
  const place = path.join('.');
  if (items.length < value.length && !cut.some((one) => one.startsWith(`${place}:`))) {
    cut.push(`${place}: the first ${items.length} of ${value.length} are shown.`);
  }
  return items;
}

/** The largest property gives way first. */
function shortenedObject(
  value: object,
  bytesMax: number,
  path: readonly string[],
  cut: string[],
): unknown {
  const entries = Object.entries(value).map(([name, one]) => ({ name, one, bytes: sizeOf(one) }));
  const result: Record<string, unknown> = { ...value };
  let over = sizeOf(value) - bytesMax;
  for (const { name, one, bytes } of entries.toSorted((a, b) => b.bytes - a.bytes)) {
    if (over <= 0) break;
    result[name] = shortened(one, Math.max(0, bytes - over), [...path, name], cut);
    over -= bytes - sizeOf(result[name]);
  }
  return result;
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
