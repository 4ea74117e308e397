import { GraphQLError, NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql';

/** Refuses `_service`, whose `sdl` is the schema as well. */
const noServiceRule: ValidationRule = (context) => ({
  Field(node) {
    if (node.name.value !== '_service') return;
    context.reportError(
      new GraphQLError('The schema cannot be queried on this server.', { nodes: node }),
    );
  },
});

/**
 * Rules for clients when introspection is off. Routers use a transport that does not apply them, and get `_service`
 * with a credential.
 */
export const HIDDEN_SCHEMA_RULES: readonly ValidationRule[] = [
  NoSchemaIntrospectionCustomRule,
  noServiceRule,
];
