import { printSubgraphSchema } from '@apollo/subgraph';
import type { FastifyInstance } from 'fastify';
import { type GraphQLSchema, Kind, parse, print, visit } from 'graphql';

/** Names of federation's own types and of its root fields for routers, `_service` and `_entities`. */
const FEDERATION_NAMES = /^(_|federation__|link__)/;

/** Directives that only routers read. Those that concern clients, such as `@cost`, are printed. */
const ROUTER_DIRECTIVES = /^(federation__.*|link|composeDirective|key|shareable|tag)$/;

/**
 * The schema as self-contained SDL for tools that don't know federation: without federation's types and root fields and
 * without the directives that only routers read.
 */
export function printPlain(schema: GraphQLSchema): string {
  /** `visit` drops what null is returned for. */
  const dropper = (names: RegExp) => (node: { name: { value: string } }) =>
    names.test(node.name.value) ? null : undefined;
  const drop = dropper(FEDERATION_NAMES);
  const dropDirective = dropper(ROUTER_DIRECTIVES);
  const document = visit(parse(printSubgraphSchema(schema)), {
    [Kind.DIRECTIVE_DEFINITION]: dropDirective,
    [Kind.DIRECTIVE]: dropDirective,
    [Kind.SCALAR_TYPE_DEFINITION]: drop,
    [Kind.OBJECT_TYPE_DEFINITION]: drop,
    [Kind.UNION_TYPE_DEFINITION]: drop,
    [Kind.ENUM_TYPE_DEFINITION]: drop,
    [Kind.FIELD_DEFINITION]: drop,
  });
  return `${print(document)}\n`;
}

/** Serves the SDL to tools that cannot introspect. */
export function schemaRoute(app: FastifyInstance, plainSchema: () => string): void {
  app.get('/graphql/schema.graphql', (_request, reply) => {
    reply.type('text/plain; charset=utf-8').send(plainSchema());
  });
}
