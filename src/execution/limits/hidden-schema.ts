import { GraphQLError, NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql';

/** Refuses `_service`, whose `sdl` is the schema by another way. */
const noServiceRule: ValidationRule = (context) => ({
  Field(node) {
    if (node.name.value !== '_service') return;
    context.reportError(new GraphQLError('The schema may not be asked for.', { nodes: node }));
  },
});

/** What a client may not ask where the schema is hidden. Routers have a transport of their own. */
export const HIDDEN_SCHEMA_RULES: readonly ValidationRule[] = [
  NoSchemaIntrospectionCustomRule,
  noServiceRule,
];
