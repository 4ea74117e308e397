/** In bytes. The fields of a head are far shorter; a longer one is not ours. */
const FIELD_BYTES_MAX = 10_000;

/** How long a Redis process stays known after a replica has last connected to it or asked for a free lease. */
const KNOWN_RUN_SECONDS = 30 * 24 * 3_600;

/*
 * The Lua scripts that write to Redis. Each works on one board, and all take the same keys:
 * - lease: a string, the id of the leader; the key expires with the lease.
 * - head: a hash with the board's state after the last step:
 *   - `epoch`: names a sequence of board versions. A new one starts if Redis has lost data.
 *   - `offset`: the number of the last step in the epoch. `version`: the number of the last change of a row.
 *   - `forgotten`: removals up to this version are no longer remembered for subscribers that lag behind.
 *   - `complete`: 1 if the board has had a whole snapshot from upstream in this epoch.
 *   - `status`: the state of the upstream stream, in JSON. `size`: the number of rows, without removals.
 *   - `tail`: the id of the log's last entry.
 *   - `owner`: the leader, or '' for none. `term`: the fencing token of its lease.
 *   - `format`: of the stored values. `run`: the run id of the Redis process that stored them.
 *   - `stored`: the number of fields in rows, removals included.
 *   - `above`: if it is set, a new epoch must start, at a version above this one.
 * - rows: a hash of the board's rows, and of the removed rows that are remembered, by id.
 * - log: a Redis stream of the last steps.
 * Two keys belong to all boards:
 * - known_run: a string, the run id of the Redis process when a replica last looked.
 * - settling: exists while some leader may rely on a lease that Redis has lost, in a restart or with known_run.
 *
 * Versions stay decimal strings, because Lua would print large numbers in exponential notation.
 */
/** What all scripts begin with. */
export const COMMON = `
local lease, head, rows, log, known_run, settling = unpack(KEYS)

-- Runs a command. Returns {} if another program has overwritten the key with a value of another type.
local function read(...)
  local reply = redis.pcall(...)
  local failure = type(reply) == 'table' and reply.err
  if not failure then return reply end
  if string.find(failure, 'WRONGTYPE', 1, true) then return {} end
  error((...) .. ': ' .. failure, 0)
end

local function extend_retention(retention_ms)
  for _, key in ipairs({ head, rows, log }) do redis.call('PEXPIRE', key, retention_ms) end
end

local shapes = { term = '^%d+$', offset = '^%d+$', version = '^%d+$', forgotten = '^%d+$', size = '^%d+$',
  tail = '^%d+%-%d+$' }

-- Returns the fields of the head; none if one is longer than this program writes, or of another shape.
local function read_head()
  local fields = {}
  for _, name in ipairs({ 'format', 'term', 'epoch', 'offset', 'version', 'forgotten', 'complete',
      'status', 'size', 'tail' }) do
    local length = read('HSTRLEN', head, name)
    if type(length) ~= 'number' or length > ${FIELD_BYTES_MAX} then return {} end
    local value = redis.call('HGET', head, name)
    local shape = shapes[name]
    if shape and not string.find(value or '', shape) then return {} end
    if value then
      fields[#fields + 1] = name
      fields[#fields + 1] = value
    end
  end
  return fields
end

local function can_append_to_log()
  local kind = redis.call('TYPE', log).ok
  return kind == 'stream' or kind == 'none'
end

-- Returns the run id of this Redis process, and for how many ms more leaders may rely on leases that it has lost.
local function settle(lease_ms)
  local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
  if read('GET', known_run) ~= run then redis.call('SET', settling, '', 'PX', lease_ms) end
  redis.call('SET', known_run, run, 'EX', ${KNOWN_RUN_SECONDS})
  return run, redis.call('PTTL', settling)
end
`;

/** Run by each replica that connects, so that a new Redis has settled when the first board is asked for. */
export const SETTLE = `${COMMON}
settle(ARGV[1])
`;

/**
 * Acquires the lease. Returns the head, or for how long the lease is not free. A new epoch starts if the stored
 * one cannot continue.
 *
 * An epoch continues only on the Redis process (`run_id`) that stored it: after a restart or a failover, Redis
 * may have lost its last steps without a sign of that. It may have lost the lease too, while the leader still
 * reads upstream. So the first caller that has seen the lost board, or that comes before Redis has settled,
 * does not become the leader yet, unless it was the last leader: the script stores a lease without an owner,
 * and a head with only `run`. All callers except the last leader wait until that lease expires.
 *
 * A caller may have sent its subscribers a version of another epoch that is not below the stored `forgotten`.
 * In the stored epoch those subscribers would not get a new snapshot, and the versions that they receive must
 * never go down. The stored epoch then ends: `above` keeps that version, for the next epoch to start above it,
 * and clearing `owner` fences the leader: its steps are refused.
 *
 * The first version of an epoch is the time in milliseconds, so it is above the versions of earlier epochs,
 * which Redis may have lost.
 *
 * `known_epoch` ('' for none), `known_offset` and `known_version` are the last state that the caller has seen.
 * `cannot_read` is 1 if it cannot read the stored board, and `has_led` is 1 if it was the last leader, and its lease
 * would not have ended yet. `takeover_status` replaces the stored status, which the last leader wrote
 * and which may be out of date.
 */
export const ACQUIRE = `${COMMON}
local owner, lease_ms, new_epoch, known_epoch, known_offset, known_version, cannot_read, format,
  retention_ms, has_led, takeover_status = unpack(ARGV)

local holder = read('GET', lease)
local last_seen_version = tonumber(known_version)
if type(holder) == 'string' and holder ~= owner and not (holder == '' and has_led == '1') then
  local remaining_ms = redis.call('PTTL', lease)
  if remaining_ms > 0 then
    local fields = read('HMGET', head, 'epoch', 'offset', 'format', 'forgotten', 'above')
    if fields[3] ~= format then return { 'held', remaining_ms, '', '' } end
    local epoch, offset, _, forgotten, above = unpack(fields, 1, 5)
    if epoch ~= known_epoch and last_seen_version >= tonumber(above or forgotten) then
      redis.call('HSET', head, 'above', known_version, 'owner', '')
    end
    return { 'held', remaining_ms, epoch or '', offset or '' }
  end
end

local run, settling_ms = settle(lease_ms)
local fields = read('HMGET', head, 'format', 'run', 'epoch', 'offset', 'stored', 'term',
  'forgotten', 'above')
local head_format, head_run, epoch, offset, stored, term, forgotten, above = unpack(fields, 1, 8)
local is_lost = head_run ~= run
  or (epoch == known_epoch and (tonumber(offset) or 0) < tonumber(known_offset))
local wait_ms = known_epoch ~= '' and tonumber(lease_ms) or settling_ms
if is_lost and has_led == '0' and wait_ms > 0 then
  redis.call('DEL', head, rows, log)
  redis.call('HSET', head, 'run', run)
  redis.call('PEXPIRE', head, retention_ms)
  redis.call('SET', lease, '', 'PX', wait_ms)
  return { 'held', wait_ms, '', '' }
end

local row_count = read('HLEN', rows)
local continues = not is_lost and head_format == format and cannot_read == '0'
  and type(row_count) == 'number' and stored == tostring(row_count)
  and can_append_to_log()
  and not above and #read_head() > 0 and (epoch == known_epoch or last_seen_version < tonumber(forgotten))
redis.call('SET', lease, owner, 'PX', lease_ms)
if not continues then
  redis.call('DEL', head, rows, log)
  local time = redis.call('TIME')
  local version = time[1] .. string.format('%03d', math.floor(time[2] / 1000))
  local must_exceed = math.max(last_seen_version, tonumber(above or '') or 0)
  if tonumber(version) <= must_exceed then version = string.format('%.0f', must_exceed + 1) end
  redis.call('HSET', head, 'format', format, 'run', run, 'epoch', new_epoch, 'offset', '0',
    'version', version, 'forgotten', version, 'complete', '0', 'status', '', 'size', '0',
    'stored', '0', 'tail', '0-0')
elseif offset ~= '0' then
  redis.call('HSET', head, 'status', takeover_status)
end
redis.call('HSET', head, 'term', (tonumber(term or '') or 0) + 1, 'owner', owner)
extend_retention(retention_ms)
return { 'acquired', read_head() }
`;

/**
 * Renews the lease. Also checks that Redis still has the whole board, and that no other program has
 * overwritten a key, so that a leader with nothing to append notices it too.
 */
export const RENEW = `${COMMON}
local owner, term, epoch, lease_ms, offset, retention_ms = unpack(ARGV)

local fields = read('HMGET', head, 'owner', 'term', 'epoch', 'offset', 'stored')
if fields[1] ~= owner or fields[2] ~= term or fields[3] ~= epoch then return 0 end
if (tonumber(fields[4]) or -1) < tonumber(offset) then return 0 end
if read('HLEN', rows) ~= tonumber(fields[5]) then return 0 end
if not can_append_to_log() or #read_head() == 0 then return 0 end
redis.call('SET', lease, owner, 'PX', lease_ms)
extend_retention(retention_ms)
return 1
`;

/** Releases the lease, and adds an entry to the log, which wakes all readers. */
export const RELEASE = `${COMMON}
local owner, term, epoch, header, log_length_max = unpack(ARGV)

local fields = read('HMGET', head, 'owner', 'term', 'epoch')
if fields[1] ~= owner or fields[2] ~= term or fields[3] ~= epoch then return 0 end
local tail = redis.call('XADD', log, 'MAXLEN', '~', log_length_max, '*', 'header', header)
redis.call('HSET', head, 'owner', '', 'tail', tail)
redis.call('PEXPIRE', log, redis.call('PTTL', head))
if redis.call('GET', lease) == owner then redis.call('DEL', lease) end
return 1
`;

/**
 * Appends a step to the log and writes its rows. The last arguments are the ids of forgotten removals, and
 * then an id and a value for each row. The value is `<version>:<json>` for a row and `-<version>` for a
 * removal. In the hash, a removal keeps the row's last JSON: `-<version>:<json>`.
 *
 * Everything that can fail comes before the first write. The number of stored rows is checked because
 * Redis may evict a key or let it expire.
 */
export const APPEND = `${COMMON}
local owner, term, epoch, offset, from_version, to_version, forgotten_version, is_complete, status,
  header, retention_ms, log_length_max, log_age_ms, size, forgotten_count = unpack(ARGV, 1, 15)
local first_forgotten = 16
local first_row = first_forgotten + tonumber(forgotten_count)

local fields = read('HMGET', head, 'owner', 'term', 'epoch', 'offset', 'version', 'stored')
if fields[1] ~= owner or fields[2] ~= term or fields[3] ~= epoch then
  return 'fenced'
end
if fields[4] == offset then return 'appended' end -- A retry: this step is stored already.
if tonumber(fields[4]) ~= tonumber(offset) - 1 or fields[5] ~= from_version then return 'diverged' end
if read('HLEN', rows) ~= tonumber(fields[6]) then return 'diverged' end

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
extend_retention(retention_ms)
return 'appended'
`;
