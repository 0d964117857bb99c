import { type OptionsFilter, Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { folded } from '../../shared/tables/table.ts'
import { clock } from '../clock.ts'

const MOST_SHOWN = 60

interface ZoneSelectProps {
  label: string
  description?: string
  value: string
  onChange: (zone: string) => void
}

/** Selects an IANA zone by any part of its present or former name. */
export function ZoneSelect({ label, description, value, onChange }: ZoneSelectProps) {
  const { t } = useTranslation()
  const zones = useMemo(() => zoneOptions(value, clock.now()), [value])
  return (
    <Select
      searchable
      allowDeselect={false}
      label={label}
      description={description}
      data={zones}
      value={value}
      limit={MOST_SHOWN}
      filter={byParts}
      nothingFoundMessage={t('zone.none')}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(zone) => zone && onChange(zone)}
    />
  )
}

/** Present names of zones that Chromium lists by their former ones. */
const RENAMED = [
  ...['Africa/Asmara', 'America/Argentina/Buenos_Aires', 'America/Argentina/Catamarca'],
  ...['America/Argentina/Cordoba', 'America/Argentina/Jujuy', 'America/Argentina/Mendoza'],
  ...['America/Atikokan', 'America/Indiana/Indianapolis', 'America/Kentucky/Louisville'],
  ...['America/Nuuk', 'Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'Asia/Kolkata', 'Asia/Yangon'],
  ...['Atlantic/Faroe', 'Europe/Kyiv', 'Pacific/Chuuk', 'Pacific/Kanton', 'Pacific/Pohnpei'],
]

/**
 * The zones known to this computer, UTC and `value`, with their offset at `now` (epoch milliseconds):
 * `America/Sao_Paulo (GMT-3)`, or `Europe/Kyiv, Europe/Kiev (GMT+2)` with a present and a former name.
 */
export function zoneOptions(value: string, now: number) {
  const present = new Map(
    RENAMED.map((name) => [zoneFormat(name).resolvedOptions().timeZone, name]),
  )
  const zones = new Set(['UTC', value, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].map((zone) => {
    const names = [...new Set([present.get(zone) ?? zone, zone])].join(', ')
    const parts = zoneFormat(zone).formatToParts(now)
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value
    return { value: zone, label: offset ? `${names} (${offset})` : names }
  })
}

const zoneFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' })

const plain = (text: string) => folded(text).replaceAll('_', ' ')

export const byParts: OptionsFilter = ({ options, search, limit }) => {
  const parts = plain(search).split(/\s+/u)
  const found = options.filter((option) => {
    if (!('label' in option)) return false
    const within = plain(option.label)
    return parts.every((part) => within.includes(part))
  })
  return found.slice(0, limit)
}
