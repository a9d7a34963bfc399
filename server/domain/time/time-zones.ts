/** New names of zones. The runtime accepts them, but lists only the old ones. */
const renamed = [
  'Africa/Asmara',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
]

/** IANA names of the time zones that an account can choose: UTC first, then in alphabetical order. */
export const timeZones: readonly string[] = [
  'UTC',
  ...[...new Set([...Intl.supportedValuesOf('timeZone'), ...renamed])].filter((zone) => zone !== 'UTC').sort(),
]
