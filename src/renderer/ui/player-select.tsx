import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../../shared/api/player.ts'
import { type Named, namesApart } from '../../shared/model/ids.ts'

// Accounts may have thousands of players; typing narrows the list.
const MOST_SHOWN = 60

interface PlayerSelectProps {
  players: readonly Player[]
  value: string | null
  onChange: (player_id: string) => void
}

export function PlayerSelect({ players, value, onChange }: PlayerSelectProps) {
  const { t } = useTranslation('block')
  const data = useMemo(() => playerChoices(players), [players])
  return (
    <Select
      w={240}
      searchable
      allowDeselect={false}
      limit={MOST_SHOWN}
      maxDropdownHeight={320}
      aria-label={t('player')}
      placeholder={t('selectPlayer')}
      nothingFoundMessage={t('noSuchPlayer')}
      data={data}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  )
}

const nameCollator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

/** The players sorted by name, as options of a select. */
export const playerChoices = (players: readonly Named[]) =>
  namesApart(players)
    .sort((a, b) => nameCollator.compare(a.name, b.name))
    .map(({ id, name }) => ({ value: id, label: name }))
