import { RedisScript } from '../../../redis/redis-script.ts';

/**
 * Finds a value, or claims the right to load it. A value is a string of limited length that expires while it is
 * fresh; anything else under its key is deleted. An empty string means that the value is too long to be shared.
 * Strings are measured before they are read: another program may have stored one of any length.
 *
 * KEYS: the value, the claim, a mark that the API key is revoked, the account's status as upstream reported
 * it, and a key that lasts as long as upstream asked the account to wait. ARGV: token of the claim, its
 * duration in ms, the maximum bytes of the value and of the status, for how many ms a value is fresh.
 *
 * Returns the kind of a `LookUpResult`, the status, milliseconds to wait, Redis' time in ms, the text, and how long
 * the value lasts in ms. The kind `invalid` means that the value is claimed and that something else was deleted.
 */
export const LOOK_UP = new RedisScript(`
local function is_short(key, bytes_max)
  local length = redis.pcall('STRLEN', key)
  return type(length) == 'number' and length <= tonumber(bytes_max)
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local status = is_short(KEYS[4], ARGV[4]) and redis.call('GET', KEYS[4]) or ''
local wait = redis.call('PTTL', KEYS[5])
if redis.call('EXISTS', KEYS[3]) == 1 then return { 'unshared', status, wait, now, '', 0 } end
local kind = 'claimed'
if redis.call('EXISTS', KEYS[1]) == 1 then
  local left = redis.call('PTTL', KEYS[1])
  local text = is_short(KEYS[1], ARGV[3]) and redis.call('GET', KEYS[1])
  if text and left > 0 and (text == '' or left <= tonumber(ARGV[5])) then
    return { text == '' and 'unshared' or 'value', status, wait, now, text, left }
  end
  kind = 'invalid'
  redis.call('DEL', KEYS[1])
end
if not redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then
  -- A claim that never expires is not one of ours.
  if redis.call('PTTL', KEYS[2]) >= 0 then return { 'held', status, wait, now, '', 0 } end
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
end
return { kind, status, wait, now, '', 0 }
`);

/**
 * Ends a load: stores the value unless Redis has a fresher one, and gives up the claim. The expiry counts from the
 * look-up, by Redis' clock, so a script that runs late does not make a value last longer.
 *
 * KEYS: the value, the claim. ARGV: token of the claim, text, Redis' time of the look-up, ms from then until the text
 * expires (0 stores nothing).
 */
export const FINISH = new RedisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left = math.floor(ARGV[3] + ARGV[4] - now)
if left > 0 and redis.call('PTTL', KEYS[1]) < left then
  redis.call('SET', KEYS[1], ARGV[2], 'PX', left)
end
if redis.pcall('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
return 1
`);
