import { Kind, type OperationDefinitionNode } from 'graphql';
import { type About, NOTICE } from './about.ts';
import { answerHints } from './answer-hints.ts';
import { type Cut, sizeOf, withCutLists } from './cut-lists.ts';
import { KILOBYTES } from './input-schema.ts';
import { quoted, shortened } from './quoted.ts';
import type { Tool } from './tool.ts';
import type { ToolArguments } from './tool-arguments.ts';

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

/** A sportsbook that takes a higher tier. */
export interface UnseenSportsbook {
  readonly id: string;
  readonly requiredTier: string;
}

/** For whom an answer was made, and when, in milliseconds since the Unix epoch. */
export interface AnswerOrigin {
  readonly now: number;
  /** When the oldest of what upstream sent for it came; null if nothing did. */
  readonly currentAt: number | null;
  readonly tier: string | null;
  /** By how much the data of the tier is delayed, if no response of upstream has said it; null if that is not known. */
  readonly tierDelaySeconds: number | null;
  /** The sportsbooks that the tier does not see, as far as they are listed for it; null if none are missing. */
  readonly unseen: readonly UnseenSportsbook[] | null;
}

export interface ToolAnswer {
  readonly structured: Readonly<Record<string, unknown>>;
  /** A few sentences for people, and for clients that show only text. */
  readonly text: string;
  /** Whether there is nothing but errors. */
  readonly isError: boolean;
}

/** The most sentences of a kind, and characters of one of them and of all beside an answer. */
const SENTENCES_MAX = 10;
const SENTENCE_MAX = 400;
const TEXT_MAX = 1_200;

/** Makes the answer of a tool from a GraphQL response, with what is missing said in sentences. */
export function answerOf(
  tool: Tool,
  { data, errors = [], extensions }: ResponseBody,
  { variables, bytesMax }: ToolArguments,
  { now, currentAt, tier, tierDelaySeconds, unseen }: AnswerOrigin,
): ToolAnswer {
  const { dataDelaySeconds, hints = [] } = extensions?.upstream ?? {};
  const delaySeconds = dataDelaySeconds ?? tierDelaySeconds;
  const isError = errors.length > 0 && Object.values(data ?? {}).every((value) => value === null);
  const about: Omit<About, 'cut'> = {
    notice: NOTICE,
    answeredAt: new Date(now).toISOString(),
    pricesAt: isError || currentAt === null ? null : isoBefore(currentAt, delaySeconds),
    ...{ tier, delaySeconds },
    missing: sentences([...errors.map(sentenceOf), ...unseenSentence(variables, unseen)]),
    hints: sentences([
      ...hints.flatMap(unknownName),
      // What failed may be empty for that reason.
      ...(errors.length === 0 ? answerHints({ variables, data: data ?? {}, now }) : []),
    ]),
  };
  const fitting = fittingAnswer(tool, about, data ?? {}, bytesMax);
  return { structured: fitting, text: textOf(fitting.about, isError), isError };
}

/** At most `bytesMax` bytes of JSON. `about` comes first: it says how to read the rest. */
function fittingAnswer(
  tool: Tool,
  about: Omit<About, 'cut'>,
  data: object,
  bytesMax: number,
): { readonly about: About } {
  let room = bytesMax;
  while (true) {
    const cuts: Cut[] = [];
    const shown = Object(withCutLists({ about, ...data }, room, cuts));
    const cut = sentences(cuts.map((one) => cutSentence(one, tool, bytesMax)));
    const answer = { ...shown, about: { ...shown.about, cut } };
    const over = sizeOf(answer) - bytesMax;
    if (over <= 0 || room <= 0) return answer;
    room -= over;
  }
}

function cutSentence({ path, shown, total }: Cut, { operation }: Tool, bytesMax: number): string {
  const [root = '', ...rest] = path;
  const size = rest.join() === 'nodes' ? pageSizeOf(operation, root) : null;
  const more = bytesMax < KILOBYTES.max * 1_000 ? ', or allow more with "maxKilobytes"' : '';
  const advice =
    size === null
      ? `Narrow the question${more}.`
      : `Call again with ${size}: ${shown} and the same other arguments; its "endCursor" is the "after" of the next call.`;
  return `${path.join('.')}: the first ${shown} of ${total} are shown. ${advice}`;
}

/** The argument that says how many nodes a root field lists; null if no later page can be asked for. */
function pageSizeOf({ selectionSet }: OperationDefinitionNode, key: string): string | null {
  const field = selectionSet.selections
    .filter((node) => node.kind === Kind.FIELD)
    .find(({ alias, name }) => (alias ?? name).value === key);
  const variableOf = (argument: string) => {
    const value = field?.arguments?.find(({ name }) => name.value === argument)?.value;
    return value?.kind === Kind.VARIABLE ? value.name.value : null;
  };
  return variableOf('after') && variableOf('first');
}

/** What is missing in an answer that was to be about all sportsbooks. */
function unseenSentence(
  { sportsbooks }: ToolArguments['variables'],
  unseen: AnswerOrigin['unseen'],
): string[] {
  if (unseen === null || Object(sportsbooks).length > 0) return [];
  const byTier = Map.groupBy(unseen, ({ requiredTier }) => requiredTier);
  const listed = [...byTier].map(
    ([tier, some]) => ` ${tier}: ${some.map(({ id }) => id).join(', ')}.`,
  );
  const higher = listed.length > 0 ? ` Of a higher tier are:${listed.join('')}` : '';
  return [`Not all sportsbooks are seen.${higher} Those that are not listed need the tier sharp.`];
}

function isoBefore(time: number, seconds: number | null): string {
  return new Date(time - (seconds ?? 0) * 1_000).toISOString();
}

/** Each once, and each of a bounded length; of too many, how many more there are. */
function sentences(all: readonly string[]): string[] {
  const different = [...new Set(all.map((one) => shortened(one, SENTENCE_MAX)))];
  const more = different.length - SENTENCES_MAX;
  return more > 0 ? [...different.slice(0, SENTENCES_MAX), `And ${more} more.`] : different;
}

function unknownName({ value, nearest = [] }: { value?: string; nearest?: readonly string[] }) {
  if (value === undefined) return [];
  const meant = nearest.length > 0 ? ` Did you mean ${nearest.map(quoted).join(', ')}?` : '';
  return [`${quoted(value)} is not known.${meant}`];
}

function sentenceOf({ message, path = [] }: NonNullable<ResponseBody['errors']>[number]): string {
  const place = path.filter((step) => typeof step === 'string').join('.');
  return place === '' ? message : `${place}: ${message}`;
}

function textOf(about: About, isError: boolean): string {
  const { answeredAt, pricesAt, tier, delaySeconds, missing, hints, cut } = about;
  const prices = pricesAt === null ? '' : `Prices as of ${pricesAt}. `;
  const delay = delaySeconds ? `, whose data is delayed by ${delaySeconds} seconds` : '';
  const answered = `Answered at ${answeredAt}${tier === null ? '' : ` for the tier ${tier}`}${delay}.`;
  const head = isError ? 'There is no answer.' : prices + answered;
  return shortened([head, NOTICE, ...missing, ...hints, ...cut].join(' '), TEXT_MAX);
}
