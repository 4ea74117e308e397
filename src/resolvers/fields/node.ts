import Type from 'typebox';
import { Value } from 'typebox/value';
import { badUserInput } from '../../errors.ts';
import type { Resolvers } from '../../generated/resolver-types.ts';
import { EventModel } from '../../models/event.ts';

/** What a `nodeId` (a global object id, as Relay defines it) encodes: the object's type, and its `id`. */
const NodeKey = Type.Tuple([Type.Enum(['Event', 'Sportsbook']), Type.String({ minLength: 1 })]);

export const nodeResolvers: Resolvers = {
  Query: {
    node: (_root, { id: nodeId }, { loaders }) => {
      const [type, id] = keyOf(nodeId);
      return type === 'Event' ? loaders.events.load(id) : loaders.sportsbooks.load(id);
    },
  },
  Node: {
    __resolveType: (node) => (node instanceof EventModel ? 'Event' : 'Sportsbook'),
  },
  Event: { nodeId: ({ id }) => nodeIdOf('Event', id) },
  Sportsbook: { nodeId: ({ id }) => nodeIdOf('Sportsbook', id) },
};

function nodeIdOf(type: string, id: string): string {
  return Buffer.from(JSON.stringify([type, id])).toString('base64url');
}

/** Decodes a `nodeId`. Throws `BAD_USER_INPUT` if it is not valid. */
function keyOf(nodeId: string): readonly ['Event' | 'Sportsbook', string] {
  try {
    const key: unknown = JSON.parse(Buffer.from(nodeId, 'base64url').toString());
    if (Value.Check(NodeKey, key)) return key as ['Event' | 'Sportsbook', string];
  } catch {
    // The decoded text isn't JSON.
  }
  throw badUserInput('id', 'must be a "nodeId" of this graph');
}
