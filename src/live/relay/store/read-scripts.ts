import { REPLY_BYTES_MAX } from './relay-store.ts';
import { COMMON } from './scripts.ts';

/*
 * The Lua scripts that read a board. They measure what they find: another program may have stored a value of any
 * length, and a replica must not take it into its memory to see that.
 */

/** Returns the head's fields. */
export const HEAD = `${COMMON}
return read_head()
`;

/** How many bytes a string has, or all strings in nested lists. */
const SIZE_OF = `
local function size_of(reply)
  if type(reply) == 'string' then return #reply end
  local size = 0
  for _, part in ipairs(reply) do size = size + size_of(part) end
  return size
end
`;

/** Returns a page of rows, as HSCAN does; nil if it is larger than any page that this program writes. */
export const SCAN = `${COMMON}${SIZE_OF}
local cursor, count = unpack(ARGV)

local page = redis.call('HSCAN', rows, cursor, 'COUNT', count)
return size_of(page) <= ${REPLY_BYTES_MAX} and page
`;

/**
 * Returns entries of the log, as XRANGE does: as many as are no larger together than a reply may be; nil if the
 * first one alone is.
 */
export const RANGE = `${COMMON}${SIZE_OF}
local after, up_to, count = unpack(ARGV)

local entries = redis.call('XRANGE', log, '(' .. after, up_to, 'COUNT', count)
local size, page = 0, {}
for _, entry in ipairs(entries) do
  size = size + size_of(entry)
  if size > ${REPLY_BYTES_MAX} then return #page > 0 and page end
  page[#page + 1] = entry
end
return page
`;
