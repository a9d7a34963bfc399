import { createHash } from 'node:crypto'

/**
 * Takes tokens from a bucket, or only reads it when `ARGV[3]` is 0. The value of a key is the time, in microseconds of
 * the server's clock, at which its bucket is full again, so one number holds the bucket and a full one needs no key.
 * ARGV: capacity, microseconds until an empty bucket is full, tokens. Returns the microseconds to wait, and those until
 * the bucket is full. A value that another program wrote counts as a full bucket.
 */
export const tokenScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local refill = tonumber(ARGV[2])
local cost = refill / tonumber(ARGV[1]) * tonumber(ARGV[3])
local used = (tonumber(redis.call('GET', KEYS[1])) or 0) - now
if not (used > 0 and used < 2 * refill) then used = 0 end
used = math.min(used, refill)
local wait = used + cost - refill
if wait > 0 then return {math.ceil(wait), math.ceil(used)} end
if cost > 0 then
  used = used + cost
  redis.call('SET', KEYS[1], string.format('%.0f', now + used), 'PX', math.ceil(used / 1000) + 1)
end
return {0, math.ceil(used)}
`

export const tokenScriptHash = createHash('sha1').update(tokenScript).digest('hex')
