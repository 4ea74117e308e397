import type { CallToolResult } from '@modelcontextprotocol/server';
import { ROUTES } from '../../contract/routes.ts';
import { DATA_DELAY_SECONDS, isTier, type Tier, tierAllows } from '../../contract/tiers.ts';
import { responseBytes } from '../../execution/outcome.ts';
import type { Outcome } from '../../execution/run-operation.ts';
import { chargeViewer } from '../../execution/subscription.ts';
import { ArgumentError } from '../../mcp/quoted.ts';
import type { Tool } from '../../mcp/tool.ts';
import { type AnswerOrigin, answerOf, hasData, type ResponseBody } from '../../mcp/tool-answer.ts';
import { type ToolArguments, toolArguments } from '../../mcp/tool-arguments.ts';
import { countError } from '../../observability/metrics.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import { replyWithin } from '../../scheduling/reply-within.ts';
import { answerRequest, plainServer } from '../arrival/answer-request.ts';
import type { GraphRequest } from '../arrival/graph-request.ts';
import type { TransportOptions } from '../transport.ts';

/** How long an answer waits for the list of sportsbooks. */
const SPORTSBOOKS_MS = 1_000;

/** Runs the document of a tool as one operation, through the same pipeline as all others. */
export async function callTool(
  options: TransportOptions,
  graph: GraphRequest,
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const { clock } = options.services;
  const context = graph.requireContext();
  context.record.title = { type: 'query', name: tool.name, label: tool.name };
  const asked = toolArguments(tool, given, clock.now());
  if (asked instanceof ArgumentError) {
    const { message } = asked;
    const extensions = { code: 'BAD_USER_INPUT' };
    countError(extensions);
    graph.refuse([{ message, extensions }]);
    return { content: [{ type: 'text', text: message }], isError: true };
  }
  const outcome = await answerRequest(
    graph,
    { query: tool.text, operationName: tool.name, variables: asked.variables },
    plainServer(options),
    options,
  );
  if (outcome.kind === 'subscription') throw new Error('A tool is a query.');
  const body = JSON.parse(responseBytes(outcome).toString());
  roundNumbers(body);
  const tier = await context.tier().catch(() => null);
  const origin: AnswerOrigin = {
    now: clock.now(),
    currentAt: currentAt(outcome, context),
    tier,
    tierDelaySeconds: tier && DATA_DELAY_SECONDS[tier],
    unseen: isAboutAllSportsbooks(tool, asked, body)
      ? await unseenSportsbooks(tier, context)
      : null,
  };
  await context.turn(); // Cutting a large answer to size takes about as long as executing it.
  const { structured, text, isError } = answerOf(tool, body, asked, origin);
  // Many clients show their model no structured content.
  const texts = [text, JSON.stringify(structured)];
  const content = texts.map((one) => ({ type: 'text' as const, text: one }));
  return { content, structuredContent: structured, isError };
}

/** Numbers in answers have three decimals: more only take tokens. A function for `JSON.parse` takes ten times as long. */
function roundNumbers(properties: Record<string, unknown>): void {
  for (const [name, one] of Object.entries(properties)) {
    if (typeof one === 'number') properties[name] = Math.round(one * 1_000) / 1_000;
    else if (typeof one === 'object' && one !== null) roundNumbers(Object(one));
  }
}

/** When the oldest of what an answer is made of came from upstream, since the Unix epoch; null if nothing did. */
function currentAt(outcome: Outcome, { usage, services: { clock } }: OperationContext) {
  const at = outcome.kind === 'cached' ? outcome.cached.currentAt : usage.currentAt;
  return Number.isFinite(at) ? clock.now() - clock.monotonic() + at : null;
}

/** Whether an answer has data, and would be about all sportsbooks if the caller's tier saw them all. */
function isAboutAllSportsbooks(
  tool: Tool,
  { variables }: ToolArguments,
  body: ResponseBody,
): boolean {
  const isOfAll = Object(variables['sportsbooks'] ?? []).length === 0;
  return isOfAll && hasData(body.data) && tool.isAboutSportsbooks(variables);
}

/**
 * The sportsbooks that the tier does not see, of upstream's list; `unknown` if that does not come soon, since the answer
 * is ready but for this; null if the tier sees all of them.
 */
async function unseenSportsbooks(tier: Tier | null, context: OperationContext) {
  if (tier === null || tierAllows(tier, 'sharp')) return null;
  const { scope, usage, services } = context;
  // The viewer's budget was settled when the operation had been executed, so this request is charged by itself.
  usage.onRequest = () => chargeViewer(context);
  const read = scope.upstream.call(ROUTES.sportsbooks, scope.caller, {});
  const list = await replyWithin(SPORTSBOOKS_MS, services.clock, read).catch(() => null);
  if (list === null) return 'unknown';
  return list.data.flatMap(({ id, requires_tier: requiredTier }) =>
    isTier(requiredTier) && !tierAllows(tier, requiredTier) ? [{ id, requiredTier }] : [],
  );
}
