/** Cities that have been renamed: the runtime takes both names and lists the old one only. */
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

/** Time zones that an account can have, as IANA names, in order of the alphabet after UTC. */
export const timeZones: readonly string[] = [
  'UTC',
  ...[...new Set([...Intl.supportedValuesOf('timeZone'), ...renamed])].filter((zone) => zone !== 'UTC').sort(),
]
