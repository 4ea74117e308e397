import Type from 'typebox';
import { Value } from 'typebox/value';
import { badUserInput } from '../../errors/errors.ts';
import { eventLoader } from '../../loaders/events.ts';
import { sportsbookLoader } from '../../loaders/sportsbooks.ts';
import { EventModel } from '../../models/event.ts';
import type { Resolvers } from '../resolvers.ts';

type NodeType = 'Event' | 'Sportsbook';

/** What a `nodeId` (a global object id, as Relay defines it) encodes: the object's type, and its `id`. */
const NodeKey = Type.Tuple([Type.Enum(['Event', 'Sportsbook']), Type.String({ minLength: 1 })]);

export const nodeResolvers: Resolvers = {
  Query: {
    node: (_root, { id: nodeId }, { loaders }) => {
      const [type, id] = keyOf(nodeId);
      return type === 'Event'
        ? loaders.of(eventLoader).load(id)
        : loaders.of(sportsbookLoader).load(id);
    },
  },
  Node: {
    __resolveType: (node) => (node instanceof EventModel ? 'Event' : 'Sportsbook'),
  },
};

/** The `nodeId` of an object. */
export function nodeIdOf(type: NodeType, id: string): string {
  return Buffer.from(JSON.stringify([type, id])).toString('base64url');
}

/** Decodes a `nodeId`. Throws `BAD_USER_INPUT` if it is not valid. */
function keyOf(nodeId: string): readonly [NodeType, string] {
  try {
    const key: unknown = JSON.parse(Buffer.from(nodeId, 'base64url').toString());
    if (Value.Check(NodeKey, key)) return key as ['Event' | 'Sportsbook', string];
  } catch {
    // The decoded text isn't JSON.
  }
  throw badUserInput('id', 'must be a "nodeId" of this graph');
}
