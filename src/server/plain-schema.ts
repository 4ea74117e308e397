import { type GraphQLSchema, Kind, parse, print, printSchema, visit } from 'graphql';

/** What federation brings along: its own types, and the two root fields for routers. */
const MACHINERY = /^(_|federation__|link__)/;

/**
 * The schema as SDL for tools that know nothing of federation: without its types, its root fields
 * and its directives. It builds by itself, and descriptions tell the tiers.
 */
export function plainSchema(schema: GraphQLSchema): string {
  const drop = ({ name }: { name: { value: string } }) =>
    MACHINERY.test(name.value) ? null : undefined;
  const document = visit(parse(printSchema(schema)), {
    [Kind.DIRECTIVE_DEFINITION]: () => null,
    [Kind.SCALAR_TYPE_DEFINITION]: drop,
    [Kind.OBJECT_TYPE_DEFINITION]: drop,
    [Kind.UNION_TYPE_DEFINITION]: drop,
    [Kind.ENUM_TYPE_DEFINITION]: drop,
    [Kind.FIELD_DEFINITION]: drop,
  });
  return `${print(document)}\n`;
}
