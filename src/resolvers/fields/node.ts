import Type from 'typebox';
import { opaqueText } from '../../contract/lists/opaque-text.ts';
import { badUserInput } from '../../errors/errors.ts';
import { eventLoader } from '../../loaders/events.ts';
import { sportsbookLoader } from '../../loaders/sportsbooks.ts';
import type { Resolvers } from '../resolvers.ts';

/** A `nodeId` (a global object id, as Relay defines it): the object's type, and its `id`. */
const NODE_ID = opaqueText(
  Type.Tuple([Type.Enum(['Event', 'Sportsbook']), Type.String({ minLength: 1 })]),
);

export const nodeResolvers: Resolvers = {
  Query: {
    node: (_root, { id: nodeId }, { loaders }) => {
      const key = NODE_ID.read(nodeId);
      if (key === null) throw badUserInput('id', 'must be a "nodeId" of this graph');
      const [type, id] = key;
      return type === 'Event'
        ? loaders.of(eventLoader).load(id)
        : loaders.of(sportsbookLoader).load(id);
    },
  },
  Node: {
    __resolveType: (node) => ('sportsbookIds' in node ? 'Event' : 'Sportsbook'),
  },
};

/** The `nodeId` of an object. */
export function nodeIdOf(type: 'Event' | 'Sportsbook', id: string): string {
  return NODE_ID.write([type, id]);
}
