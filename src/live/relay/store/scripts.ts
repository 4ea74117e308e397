/**
 * The scripts that write. Versions stay decimal strings, because Lua would print large numbers in
 * exponential notation. All scripts take the keys lease, head, rows and log.
 */

/**
 * ARGV: owner, lease in ms, fresh epoch, known epoch ('' for none), known offset, known version,
 * 1 to discard, format, retention in ms, 1 if the caller led last.
 *
 * An epoch continues only in the run of Redis that has stored it: after a restart or a failover the
 * last steps may be missing without a trace. The lease may be missing, too, so a board that the caller
 * has seen gets a lease without an owner first, and a head with nothing but the run, which tells that
 * this has been done.
 *
 * An epoch ends if it began below a version that the caller has shown in another one: its leader is
 * refused from then on, and the next epoch begins above that version.
 */
export const ACQUIRE = `
local holder = redis.pcall('GET', KEYS[1])
local known = tonumber(ARGV[6])
local has_led = ARGV[10] == '1' or holder == ARGV[1]
if type(holder) == 'string' and holder ~= ARGV[1] and not (holder == '' and has_led) then
  local remaining = redis.call('PTTL', KEYS[1])
  if remaining > 0 then
    local seen = redis.pcall('HMGET', KEYS[2], 'epoch', 'offset', 'format', 'forgotten', 'above')
    if seen.err or seen[3] ~= ARGV[8] then return { 'held', remaining, '', '' } end
    if seen[1] ~= ARGV[4] and known > tonumber(seen[5] or seen[4]) then
      redis.call('HSET', KEYS[2], 'above', ARGV[6], 'owner', '')
    end
    return { 'held', remaining, seen[1] or '', seen[2] or '' }
  end
end
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
local head = redis.pcall('HMGET', KEYS[2], 'format', 'run', 'epoch', 'offset', 'stored', 'term',
  'forgotten', 'above')
local rows = redis.pcall('HLEN', KEYS[3])
local log = redis.call('TYPE', KEYS[4]).ok
local term = 0
if not head.err then term = tonumber(head[6] or '') or 0 end
local is_lost = head.err or head[2] ~= run
  or (head[3] == ARGV[4] and tonumber(head[4]) < tonumber(ARGV[5]))
if is_lost and ARGV[4] ~= '' and not has_led then
  redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
  redis.call('HSET', KEYS[2], 'run', run)
  redis.call('PEXPIRE', KEYS[2], ARGV[9])
  redis.call('SET', KEYS[1], '', 'PX', ARGV[2])
  return { 'held', tonumber(ARGV[2]), '', '' }
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
local goes_on = not is_lost and head[1] == ARGV[8] and ARGV[7] == '0'
  and type(rows) == 'number' and head[5] == tostring(rows)
  and (log == 'stream' or log == 'none')
  and not head[8] and (head[3] == ARGV[4] or known <= tonumber(head[7]))
if not goes_on then
  redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
  local time = redis.call('TIME')
  local version = time[1] .. string.format('%03d', math.floor(time[2] / 1000))
  local above = math.max(known, not head.err and tonumber(head[8] or '') or 0)
  if tonumber(version) <= above then version = string.format('%.0f', above + 1) end
  redis.call('HSET', KEYS[2], 'format', ARGV[8], 'run', run, 'epoch', ARGV[3], 'offset', '0',
    'version', version, 'forgotten', version, 'complete', '0', 'status', '', 'size', '0',
    'stored', '0', 'tail', '0-0')
end
redis.call('HSET', KEYS[2], 'term', term + 1, 'owner', ARGV[1])
for i = 2, 4 do redis.call('PEXPIRE', KEYS[i], ARGV[9]) end
return { 'acquired', redis.call('HGETALL', KEYS[2]) }
`;

/**
 * ARGV: owner, term, epoch, lease in ms, offset, retention in ms.
 *
 * A leader without anything to append detects here that Redis has lost a part of the board.
 */
export const RENEW = `
local head = redis.pcall('HMGET', KEYS[2], 'owner', 'term', 'epoch', 'offset', 'stored')
if head.err or head[1] ~= ARGV[1] or head[2] ~= ARGV[2] or head[3] ~= ARGV[3] then return 0 end
if tonumber(head[4]) < tonumber(ARGV[5]) then return 0 end
if redis.call('HLEN', KEYS[3]) ~= tonumber(head[5]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[4])
for i = 2, 4 do redis.call('PEXPIRE', KEYS[i], ARGV[6]) end
return 1
`;

/** ARGV: owner, term, epoch, header, most steps in the log. */
export const RELEASE = `
local head = redis.pcall('HMGET', KEYS[2], 'owner', 'term', 'epoch')
if head.err or head[1] ~= ARGV[1] or head[2] ~= ARGV[2] or head[3] ~= ARGV[3] then return 0 end
local tail = redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[5], '*', 'header', ARGV[4])
redis.call('HSET', KEYS[2], 'owner', '', 'tail', tail)
redis.call('PEXPIRE', KEYS[4], redis.call('PTTL', KEYS[2]))
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`;

/**
 * ARGV: owner, term, epoch, offset, from version, to version, forgotten version, 1 if complete,
 * status ('' to leave it), header, retention in ms, most steps in the log, their age in ms, rows on the
 * board, number of forgotten ids, these ids, then pairs of an id and a value.
 *
 * Everything that can fail comes before the first write. The number of stored rows is checked because
 * Redis may evict a key or let it expire.
 */
export const APPEND = `
local head = redis.pcall('HMGET', KEYS[2], 'owner', 'term', 'epoch', 'offset', 'version', 'stored')
if head.err or head[1] ~= ARGV[1] or head[2] ~= ARGV[2] or head[3] ~= ARGV[3] then
  return 'fenced'
end
if head[4] == ARGV[4] then return 'appended' end
if tonumber(head[4]) ~= tonumber(ARGV[4]) - 1 or head[5] ~= ARGV[5] then return 'diverged' end
if redis.call('HLEN', KEYS[3]) ~= tonumber(head[6]) then return 'diverged' end
local first = 16 + tonumber(ARGV[15])
local entry = { 'header', ARGV[10] }
for i = first, #ARGV, 2 do
  entry[#entry + 1] = ARGV[i]
  entry[#entry + 1] = ARGV[i + 1]
end
local tail = redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[12], '*', unpack(entry))
local time = redis.call('TIME')
local oldest = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[13])
redis.call('XTRIM', KEYS[4], 'MINID', '~', oldest)
for i = 16, first - 1 do redis.call('HDEL', KEYS[3], ARGV[i]) end
for i = first, #ARGV, 2 do
  local value = ARGV[i + 1]
  if string.sub(value, 1, 1) ~= '-' then
    redis.call('HSET', KEYS[3], ARGV[i], value)
  else
    local last = redis.call('HGET', KEYS[3], ARGV[i])
    if last then
      redis.call('HSET', KEYS[3], ARGV[i], value .. string.sub(last, string.find(last, ':', 1, true), -1))
    end
  end
end
redis.call('HSET', KEYS[2], 'offset', ARGV[4], 'version', ARGV[6], 'forgotten', ARGV[7],
  'complete', ARGV[8], 'size', ARGV[14], 'stored', redis.call('HLEN', KEYS[3]), 'tail', tail)
if ARGV[9] ~= '' then redis.call('HSET', KEYS[2], 'status', ARGV[9]) end
for i = 2, 4 do redis.call('PEXPIRE', KEYS[i], ARGV[11]) end
return 'appended'
`;
