import { printSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, Kind, parse, print, visit } from 'graphql';

/** What federation brings along: its own types, and the two root fields for routers. */
const MACHINERY = /^(_|federation__|link__)/;

/** Federation's directives. Those that tell a client something, such as `@tier` and `@cost`, stay. */
const ROUTER_DIRECTIVES = /^(federation__.*|link|composeDirective|key|shareable|tag)$/;

/**
 * The schema as SDL for tools that know nothing of federation: without its types, its root fields
 * and the directives that only routers read. It builds by itself.
 */
export function plainSchema(schema: GraphQLSchema): string {
  const drop = ({ name }: { name: { value: string } }) =>
    MACHINERY.test(name.value) ? null : undefined;
  const dropDirective = ({ name }: { name: { value: string } }) =>
    ROUTER_DIRECTIVES.test(name.value) ? null : undefined;
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
