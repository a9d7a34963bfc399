import { createHash } from 'node:crypto'

/**
 * The slots of one account's waiting polls, in one string: for each an id, and the times, in milliseconds of the
 * server's clock, since when and until when at most it is taken. ARGV: how many slots there are, how long a newer poll
 * leaves a slot alone, how long a slot is kept, the id, and `take`, `leave` or `look`. `take` returns the
 * milliseconds to wait, and `look` 1 if another poll has the slot of this id. What another program wrote counts as
 * free slots.
 */
export const pollSlotScript = `
local time = redis.call('TIME')
local now = math.floor(time[1] * 1000 + time[2] / 1000)
local most, least, lease = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local id, act = ARGV[4], ARGV[5]
local slots, isThere = {}, false
for name, since, till in string.gmatch(redis.call('GET', KEYS[1]) or '', '([%w_-]+) (%d+) (%d+);') do
  since, till = tonumber(since), tonumber(till)
  if since <= now and till > now and till < now + 60000 and #slots < most then
    if name == id then isThere = true end
    if name ~= id or act == 'look' then table.insert(slots, {name, since, till}) end
  end
end
if act == 'look' then
  if not isThere and #slots >= most then return 1 end
  return 0
end
if act == 'take' then
  if #slots >= most then
    local wait = slots[1][2] + least - now
    if wait > 0 then return wait end
    table.remove(slots, 1)
  end
  table.insert(slots, {id, now, now + lease})
end
local text, keep = '', 1
for _, slot in ipairs(slots) do
  text = text .. slot[1] .. ' ' .. string.format('%.0f', slot[2]) .. ' ' .. string.format('%.0f', slot[3]) .. ';'
  keep = math.max(keep, slot[3] - now)
end
redis.call('SET', KEYS[1], text, 'PX', keep)
return 0
`

export const pollSlotScriptHash = createHash('sha1').update(pollSlotScript).digest('hex')
