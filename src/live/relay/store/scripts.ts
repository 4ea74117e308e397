/**
 * The scripts that write. All of them take the same keys:
 * - lease: a string, the id of the process that leads; it expires with the lease.
 * - head: a hash with the fields of `Head`, and `format`; `run`, the Redis process that stored it; `owner`,
 *   the leader, or '' for none; `stored`, the number of fields in rows, removals included; and `above`,
 *   the version above which the next epoch must start, if there is one.
 * - rows: a hash of the board's rows, and of its removals until they are forgotten, by id.
 * - log: a stream of the last steps.
 *
 * Versions stay decimal strings, because Lua would print large numbers in exponential notation.
 */

/**
 * An epoch continues only on the Redis process (`run_id`) that has stored it: after a restart or a
 * failover its last steps may be lost without a trace. The lease may be lost as well, while its leader
 * still reads upstream. So the first caller whose board is missing does not lead yet: it stores a lease
 * without an owner, for which everyone but the last leader waits, and a head that has only `run`. Whoever
 * asks after that may lead.
 *
 * A caller may have shown its subscribers a version of another epoch that is higher than the stored
 * `forgotten`: they would not get a new snapshot, and cursors must never go down. The stored epoch then
 * ends: `above` keeps that version, clearing `owner` fences the leader, and the next epoch starts above
 * it.
 *
 * The first version of an epoch is the time in milliseconds, so it is above the versions of earlier
 * epochs that Redis no longer knows.
 *
 * `known_epoch` ('' for none), `known_offset` and `known_version` are the last state that the caller has
 * seen. `cannot_read` is 1 if it cannot read the stored board, and `has_led_last` is 1 if it was the last
 * leader, as far as it has heard.
 */
export const ACQUIRE = `
local lease, head, rows, log = unpack(KEYS)
local owner, lease_ms, new_epoch, known_epoch, known_offset, known_version, cannot_read, format,
  retention_ms, has_led_last = unpack(ARGV)

local holder = redis.pcall('GET', lease)
local known = tonumber(known_version)
local has_led = has_led_last == '1' or holder == owner
if type(holder) == 'string' and holder ~= owner and not (holder == '' and has_led) then
  local remaining_ms = redis.call('PTTL', lease)
  if remaining_ms > 0 then
    local seen = redis.pcall('HMGET', head, 'epoch', 'offset', 'format', 'forgotten', 'above')
    if seen.err or seen[3] ~= format then return { 'held', remaining_ms, '', '' } end
    local epoch, offset, _, forgotten, above = unpack(seen, 1, 5)
    if epoch ~= known_epoch and known > tonumber(above or forgotten) then
      redis.call('HSET', head, 'above', known_version, 'owner', '')
    end
    return { 'held', remaining_ms, epoch or '', offset or '' }
  end
end

local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
local fields = redis.pcall('HMGET', head, 'format', 'run', 'epoch', 'offset', 'stored', 'term',
  'forgotten', 'above')
if fields.err then fields = {} end
local head_format, head_run, epoch, offset, stored, term, forgotten, above = unpack(fields, 1, 8)
local is_lost = head_run ~= run
  or (epoch == known_epoch and tonumber(offset) < tonumber(known_offset))
if is_lost and known_epoch ~= '' and not has_led then
  redis.call('DEL', head, rows, log)
  redis.call('HSET', head, 'run', run)
  redis.call('PEXPIRE', head, retention_ms)
  redis.call('SET', lease, '', 'PX', lease_ms)
  return { 'held', tonumber(lease_ms), '', '' }
end

redis.call('SET', lease, owner, 'PX', lease_ms)
local row_count = redis.pcall('HLEN', rows)
local log_type = redis.call('TYPE', log).ok
local continues = not is_lost and head_format == format and cannot_read == '0'
  and type(row_count) == 'number' and stored == tostring(row_count)
  and (log_type == 'stream' or log_type == 'none')
  and not above and (epoch == known_epoch or known <= tonumber(forgotten))
if not continues then
  redis.call('DEL', head, rows, log)
  local time = redis.call('TIME')
  local version = time[1] .. string.format('%03d', math.floor(time[2] / 1000))
  local least = math.max(known, tonumber(above or '') or 0)
  if tonumber(version) <= least then version = string.format('%.0f', least + 1) end
  redis.call('HSET', head, 'format', format, 'run', run, 'epoch', new_epoch, 'offset', '0',
    'version', version, 'forgotten', version, 'complete', '0', 'status', '', 'size', '0',
    'stored', '0', 'tail', '0-0')
end
redis.call('HSET', head, 'term', (tonumber(term or '') or 0) + 1, 'owner', owner)
for _, key in ipairs({ head, rows, log }) do redis.call('PEXPIRE', key, retention_ms) end
return { 'acquired', redis.call('HGETALL', head) }
`;

/** A leader with nothing to append finds out here that Redis has lost a part of the board. */
export const RENEW = `
local lease, head, rows, log = unpack(KEYS)
local owner, term, epoch, lease_ms, offset, retention_ms = unpack(ARGV)

local fields = redis.pcall('HMGET', head, 'owner', 'term', 'epoch', 'offset', 'stored')
if fields.err or fields[1] ~= owner or fields[2] ~= term or fields[3] ~= epoch then return 0 end
if tonumber(fields[4]) < tonumber(offset) then return 0 end
if redis.pcall('HLEN', rows) ~= tonumber(fields[5]) then return 0 end
local log_type = redis.call('TYPE', log).ok
if log_type ~= 'stream' and log_type ~= 'none' then return 0 end
redis.call('SET', lease, owner, 'PX', lease_ms)
for _, key in ipairs({ head, rows, log }) do redis.call('PEXPIRE', key, retention_ms) end
return 1
`;

/** The entry that it adds to the log wakes all readers. */
export const RELEASE = `
local lease, head, _, log = unpack(KEYS)
local owner, term, epoch, header, log_length_max = unpack(ARGV)

local fields = redis.pcall('HMGET', head, 'owner', 'term', 'epoch')
if fields.err or fields[1] ~= owner or fields[2] ~= term or fields[3] ~= epoch then return 0 end
local tail = redis.call('XADD', log, 'MAXLEN', '~', log_length_max, '*', 'header', header)
redis.call('HSET', head, 'owner', '', 'tail', tail)
redis.call('PEXPIRE', log, redis.call('PTTL', head))
if redis.call('GET', lease) == owner then redis.call('DEL', lease) end
return 1
`;

/**
 * The arguments end with the ids of forgotten removals, and then with pairs of an id and a value. A value
 * is `<version>:<json>` for a row and `-<version>` for a removal. A removed row keeps its JSON: it is
 * stored as `-<version>:<json>`.
 *
 * Everything that can fail comes before the first write. The number of stored rows is checked because
 * Redis may evict a key or let it expire, and types because another program may have overwritten a key.
 */
export const APPEND = `
local lease, head, rows, log = unpack(KEYS)
local owner, term, epoch, offset, from_version, to_version, forgotten_version, is_complete, status,
  header, retention_ms, log_length_max, log_age_ms, size, forgotten_count = unpack(ARGV, 1, 15)
local first_forgotten = 16
local first_row = first_forgotten + tonumber(forgotten_count)

local fields = redis.pcall('HMGET', head, 'owner', 'term', 'epoch', 'offset', 'version', 'stored')
if fields.err or fields[1] ~= owner or fields[2] ~= term or fields[3] ~= epoch then
  return 'fenced'
end
if fields[4] == offset then return 'appended' end -- A retry: this step is stored already.
if tonumber(fields[4]) ~= tonumber(offset) - 1 or fields[5] ~= from_version then return 'diverged' end
if redis.pcall('HLEN', rows) ~= tonumber(fields[6]) then return 'diverged' end
local log_type = redis.call('TYPE', log).ok
if log_type ~= 'stream' and log_type ~= 'none' then return 'diverged' end

local entry = { 'header', header }
for i = first_row, #ARGV do entry[#entry + 1] = ARGV[i] end
local tail = redis.call('XADD', log, 'MAXLEN', '~', log_length_max, '*', unpack(entry))
local time = redis.call('TIME')
local oldest = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) - log_age_ms)
redis.call('XTRIM', log, 'MINID', '~', oldest)

for i = first_forgotten, first_row - 1 do redis.call('HDEL', rows, ARGV[i]) end
for i = first_row, #ARGV, 2 do
  local id, value = ARGV[i], ARGV[i + 1]
  if string.sub(value, 1, 1) ~= '-' then
    redis.call('HSET', rows, id, value)
  else
    local last = redis.call('HGET', rows, id)
    if last then
      local json = string.sub(last, string.find(last, ':', 1, true), -1)
      redis.call('HSET', rows, id, value .. json)
    end
  end
end

redis.call('HSET', head, 'offset', offset, 'version', to_version, 'forgotten', forgotten_version,
  'complete', is_complete, 'size', size, 'stored', redis.call('HLEN', rows), 'tail', tail)
if status ~= '' then redis.call('HSET', head, 'status', status) end
for _, key in ipairs({ head, rows, log }) do redis.call('PEXPIRE', key, retention_ms) end
return 'appended'
`;
