/** What the abbreviations in Adyen's reports are ahead of UTC, in minutes. */
const offsets: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  GST: 240,
  IST: 330,
  SGT: 480,
  HKT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  ACST: 570,
  AEST: 600,
  ACDT: 630,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  BRT: -180,
  AST: -240,
  EDT: -240,
  EST: -300,
  CDT: -300,
  CST: -360,
  MDT: -360,
  MST: -420,
  PDT: -420,
  PST: -480,
}

/**
 * A time of a report, such as `2026-11-23 14:05:00`, in the zone that its column names. An unknown zone counts as UTC:
 * times are only shown, and choose the payments that a report should contain by the day. Null: the text is no time.
 */
export function reportTime(text: string, zone: string): Date | null {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?$/.exec(text) ?? []
  if (date === undefined || time === undefined) return null
  const at = new Date(`${date}T${time}Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date) return null
  return new Date(at.getTime() - (offsets[zone.toUpperCase()] ?? 0) * 60_000)
}
