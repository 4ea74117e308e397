import { Kind, type OperationDefinitionNode } from 'graphql';
import { cursorOfRow } from '../resolvers/lists/connection.ts';
import { type About, NOTICE } from './about.ts';
import { answerHints, type Failure, failureHints, hintForAgents } from './answer-hints.ts';
import { areRows, type Cut, sizeOf, withCutLists } from './cut-lists.ts';
import { hasWindow, KILOBYTES } from './input-schema.ts';
import { shortened } from './quoted.ts';
import type { Tool } from './tool.ts';
import type { ToolArguments } from './tool-arguments.ts';

/** The body of a GraphQL response, as far as answers need it. */
export interface ResponseBody {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly Failure[];
  readonly extensions?: {
    readonly upstream?: {
      readonly dataDelaySeconds?: number | null;
      /** Those on names have the name as `value`; those on costs, with `requests`, are for developers. */
      readonly hints?: readonly {
        readonly value?: string;
        readonly requests?: number;
        readonly message: string;
      }[];
    };
  };
}

/** For whom an answer was made, and when, in milliseconds since the Unix epoch. */
export interface AnswerOrigin {
  readonly now: number;
  /** When the oldest of what upstream sent for it came; null if nothing did. */
  readonly currentAt: number | null;
  readonly tier: string | null;
  /** By how much the data of the tier is delayed, if no response of upstream has said it; null if that is not known. */
  readonly tierDelaySeconds: number | null;
  /**
   * The sportsbooks that the answer lacks because they take a higher tier, as far as they are listed for this one; null if
   * it lacks none, 'unknown' if the list could not be read.
   */
  readonly unseen:
    | readonly { readonly id: string; readonly requiredTier: string }[]
    | 'unknown'
    | null;
}

interface ToolAnswer {
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

/** Whether a response has more than failed fields. */
export function hasData(data: ResponseBody['data']): boolean {
  return Object.values(data ?? {}).some((value) => value !== null);
}

/** Makes the answer of a tool from a GraphQL response, with what is missing said in sentences. */
export function answerOf(
  tool: Tool,
  { data, errors = [], extensions }: ResponseBody,
  { variables, bytesMax }: ToolArguments,
  { now, currentAt, tier, tierDelaySeconds, unseen }: AnswerOrigin,
): ToolAnswer {
  const { dataDelaySeconds, hints = [] } = extensions?.upstream ?? {};
  const delaySeconds = dataDelaySeconds ?? tierDelaySeconds;
  const isError = errors.length > 0 && !hasData(data);
  const told = hints.filter(({ requests }) => requests === undefined);
  const hasUnknownNames = told.some(({ value }) => value !== undefined);
  const shown = data ?? {};
  const pricesAt = isError || currentAt === null ? null : currentAt - (delaySeconds ?? 0) * 1_000;
  const about: Omit<About, 'cut'> = {
    notice: NOTICE,
    answeredAt: new Date(now).toISOString(),
    pricesAt: pricesAt === null ? null : new Date(pricesAt).toISOString(),
    tier,
    delaySeconds,
    missing: sentences([...failures(errors), ...(unseen ? [unseenSentence(unseen)] : [])]),
    hints: sentences([
      ...told.map(({ message }) => hintForAgents(message)),
      // What failed may be empty for that reason.
      ...(errors.length === 0
        ? answerHints({ tool: tool.name, variables, data: shown, hasUnknownNames, now })
        : failureHints(errors, variables, hasWindow(tool.inputSchema))),
    ]),
  };
  const fitting = fittingAnswer(tool, about, shown, { variables, bytesMax });
  return { structured: fitting, text: textOf(fitting.about, isError), isError };
}

/** At most `bytesMax` bytes of JSON, as far as lists and texts can be cut. `about` comes first: it says how to read the rest. */
function fittingAnswer(
  { operation }: Tool,
  about: Omit<About, 'cut'>,
  data: object,
  { variables, bytesMax }: ToolArguments,
): { readonly about: About } {
  const more = bytesMax < KILOBYTES.max * 1_000 ? ', or allow more with "maxKilobytes"' : '';
  let room = bytesMax;
  while (true) {
    const cuts: Cut[] = [];
    const shown = Object(withCutLists({ about, ...data }, room, cuts));
    const cut: string[] = [];
    for (const { path, shown: rows, total } of cuts) {
      const [root = '', ...rest] = path;
      const after = areRows(rest.join()) ? afterOf(operation, root) : null;
      const { pageInfo } = shown[root] ?? {};
      let advice = `Narrow the question${more}.`;
      if (after !== null && typeof pageInfo?.endCursor === 'string') {
        const endCursor = cursorOfRow(rows, total, pageInfo.endCursor, variables[after]);
        shown[root] = { ...shown[root], pageInfo: { ...pageInfo, hasNextPage: true, endCursor } };
        advice = `Call again with the "endCursor" as "${after}" and the same other arguments.`;
      }
      cut.push(`${path.join('.')}: the first ${rows} of ${total} are shown. ${advice}`);
    }
    const answer = { ...shown, about: { ...shown.about, cut: sentences(cut) } };
    const over = sizeOf(answer) - bytesMax;
    if (over <= 0 || room <= 0) return answer;
    room -= over; // For the sentences on what was cut.
  }
}

/** The variable for the `after` of the root field with this key in the response; null if it has none. */
function afterOf({ selectionSet }: OperationDefinitionNode, key: string): string | null {
  const field = selectionSet.selections
    .filter((node) => node.kind === Kind.FIELD)
    .find(({ alias, name }) => (alias ?? name).value === key);
  const value = field?.arguments?.find(({ name }) => name.value === 'after')?.value;
  return value?.kind === Kind.VARIABLE ? value.name.value : null;
}

/** What an answer that is about all sportsbooks lacks. */
function unseenSentence(unseen: NonNullable<AnswerOrigin['unseen']>): string {
  if (unseen === 'unknown') return 'Not all sportsbooks are seen.';
  const byTier = Map.groupBy(unseen, ({ requiredTier }) => requiredTier);
  const listed = [...byTier].map(
    ([tier, some]) => `${tier}: ${some.map(({ id }) => id).join(', ')}.`,
  );
  const higher = listed.length > 0 ? `Of a higher tier are: ${listed.join(' ')} ` : '';
  return `Not all sportsbooks are seen. ${higher}Those that are not listed need the tier sharp.`;
}

/** Each failure once, with all that failed for this reason. */
function failures(errors: readonly Failure[]): string[] {
  return [...Map.groupBy(errors, ({ message }) => message)].map(([message, some]) => {
    const places = some.map(({ path = [] }) => path.filter((step) => typeof step === 'string'));
    const different = new Set(places.map((steps) => steps.join('.')).filter(Boolean));
    return different.size === 0 ? message : `${[...different].join(', ')}: ${message}`;
  });
}

/** Each once, and each of a bounded length; of too many, how many more there are. */
function sentences(all: readonly string[]): string[] {
  const different = [...new Set(all.map((one) => shortened(one, SENTENCE_MAX)))];
  const more = different.length - SENTENCES_MAX;
  return more > 0 ? [...different.slice(0, SENTENCES_MAX), `And ${more} more.`] : different;
}

function textOf(about: About, isError: boolean): string {
  const { answeredAt, pricesAt, tier, delaySeconds, missing, hints, cut } = about;
  const prices = pricesAt === null ? '' : `Prices as of ${pricesAt}. `;
  const delay = delaySeconds ? `, whose data is delayed by ${delaySeconds} seconds` : '';
  const answered = `Answered at ${answeredAt}${tier === null ? '' : ` for the tier ${tier}`}${delay}.`;
  const head = isError ? 'There is no answer.' : prices + answered;
  return shortened([head, NOTICE, ...missing, ...hints, ...cut].join(' '), TEXT_MAX);
}
