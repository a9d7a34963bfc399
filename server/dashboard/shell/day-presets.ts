import { addDays, firstOfMonth, firstOfWeek, type Days } from '../../domain/time/periods.ts'

/** Days that one click chooses. The keys are the values of `range` in addresses. */
export const presets = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  last_week: 'Last week',
  this_month: 'This month',
  last_month: 'Last month',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
} as const
export type Preset = keyof typeof presets

export const noSuchRange = 'There is no such range. Choose one of those above, or two days.'

export function presetNamed(name: string): Preset | null {
  return (Object.keys(presets) as Preset[]).find((one) => one === name) ?? null
}

/** The days of a preset. Weeks begin on Monday. */
export function presetDays(preset: Preset, today: string): Days {
  switch (preset) {
    case 'today':
      return { firstDay: today, lastDay: today }
    case 'yesterday':
      return { firstDay: addDays(today, -1), lastDay: addDays(today, -1) }
    case 'last_week':
      return { firstDay: firstOfWeek(today, -1), lastDay: addDays(firstOfWeek(today, 0), -1) }
    case 'this_month':
      return { firstDay: firstOfMonth(today, 0), lastDay: today }
    case 'last_month':
      return { firstDay: firstOfMonth(today, -1), lastDay: addDays(firstOfMonth(today, 0), -1) }
    case '12m':
      return { firstDay: firstOfMonth(today, -11), lastDay: today }
    default:
      return { firstDay: addDays(today, 1 - Number.parseInt(preset, 10)), lastDay: today }
  }
}
