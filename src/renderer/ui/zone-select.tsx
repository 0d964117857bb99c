import { type OptionsFilter, Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { folded } from '../../shared/tables/table.ts'
import { clock } from '../clock.ts'
import { knownZones, zoneLabel } from './format.ts'

const MOST_SHOWN = 60

interface ZoneSelectProps {
  label: string
  description?: string
  value: string
  onChange: (zone: string) => void
}

/** Selects an IANA zone by any part of its name. */
export function ZoneSelect({ label, description, value, onChange }: ZoneSelectProps) {
  const { t } = useTranslation()
  const zones = useMemo(() => {
    const known = knownZones()
    const all = known.includes(value) ? known : [value, ...known]
    return all.map((zone) => ({ value: zone, label: zoneLabel(zone, clock.now()) }))
  }, [value])
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

const plain = (text: string) => folded(text).replaceAll('_', ' ')

const byParts: OptionsFilter = ({ options, search, limit }) => {
  const parts = plain(search).split(/\s+/u)
  const found = options.filter((option) => {
    if (!('label' in option)) return false
    const within = plain(option.label)
    return parts.every((part) => within.includes(part))
  })
  return found.slice(0, limit)
}
