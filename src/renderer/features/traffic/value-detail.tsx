import { Box, Button, Flex, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrafficStatistics } from '../../../shared/api/traffic.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { sortAmong } from '../../../shared/features/overview/shown-columns.ts'
import {
  MOST_ALIASES,
  NO_MERGE_RULES,
  withAliases,
} from '../../../shared/features/traffic/merge-rules.ts'
import { type RowSource, rawValues } from '../../../shared/features/traffic/table.ts'
import { useSessionState } from '../../kept-list.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Sort } from '../../ui/data-table-props.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { useReport } from '../../view.ts'
import type { About } from './queries.ts'
import type { Rules } from './use-rules.ts'
import { useRowName, useTrafficColumns, useTrafficTable } from './use-shown-table.ts'

interface ValueDetailProps {
  about: About
  query_key: string
  other: string | null
  rules: Rules
  source: RowSource
  answer: Answer<TrafficStatistics[]>
  earlier: Answer<TrafficStatistics[]> | undefined
  onClose: () => void
}

const MOST_PLAYED: Sort = { column: 'total_started', descending: true }

/** The raw values of a row with the service's figures, and controls to merge it into another. */
export function ValueDetail(props: ValueDetailProps) {
  const { t } = useTranslation('traffic')
  const { query_key, other, rules, source, onClose } = props
  const name = useRowName()(source)
  const isReport = useReport() !== null
  const heading = t('block.detail', { value: name })
  return (
    <Box component="section" mt={12} px={12} py={10} className={kit.outlined} aria-label={heading}>
      <Group gap={12} wrap="nowrap" justify="space-between" mb={8}>
        <Box component="h3" miw={0} className={`${kit.heading} ${kit.breaks}`}>
          {heading}
        </Box>
        <Button size="compact-sm" onClick={onClose}>
          {t('close')}
        </Button>
      </Group>
      <RawValues {...props} name={name} />
      {other !== null && (
        <Text maw={960} mt={4} c="dimmed">
          {t('noDrill', { first: query_key, second: other })}
        </Text>
      )}
      {!isReport && source.kind !== 'others' && <ReadAs {...{ query_key, rules, source }} />}
    </Box>
  )
}

function RawValues(props: ValueDetailProps & { name: string }) {
  const { about, query_key, source, answer, earlier, name } = props
  const { t } = useTranslation('traffic')
  const [remembered, setSort] = useSessionState<Sort>('raw sort', MOST_PLAYED)
  const current = useMemo(() => ({ ...answer, value: source.members }), [answer, source])
  const before = useMemo(
    () => earlier && { ...earlier, value: source.before ?? [] },
    [earlier, source],
  )
  const columns = useTrafficColumns(current, before)
  const sort = useMemo(() => sortAmong(columns, remembered, MOST_PLAYED), [columns, remembered])
  const view = useMemo(
    () => ({
      ...{ query_key, sort, rules: NO_MERGE_RULES, top: null, player: about.player },
      plays: answer.value.reduce((sum, { total_started }) => sum + total_started, 0),
    }),
    [query_key, sort, about.player, answer],
  )
  const { table, drawing } = useTrafficTable({ current, earlier: before }, view, columns)
  return (
    <DataTable
      table={table}
      label={t('rawTable', { value: name })}
      groupTitle={query_key}
      sort={sort}
      onSort={setSort}
      drawing={drawing}
      maxHeight={240}
    />
  )
}

function ReadAs(props: Pick<ValueDetailProps, 'query_key' | 'rules' | 'source'>) {
  const { query_key, rules, source } = props
  const { t } = useTranslation('traffic')
  const { count } = useFormat()
  const [typed, setTyped] = useState('')
  const canonical = typed.trim()
  // An alias for each raw value, so that the merge persists when other rules are switched off.
  const named = useMemo(
    () => withAliases(rules.rules, query_key, rawValues(source), canonical),
    [rules.rules, query_key, source, canonical],
  )
  const isTooMany = named.aliases.length > MOST_ALIASES
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (canonical !== '' && !isTooMany) void rules.change(named)
  }
  return (
    <Flex component="form" gap={8} align="flex-end" mt={10} wrap="wrap" onSubmit={save}>
      <TextInput
        w={280}
        label={t('aliasTitle', { value: source.value === '' ? t('empty') : source.value })}
        description={t('aliasHint')}
        aria-label={t('aliasName')}
        error={isTooMany && t('aliasTooMany', { most: count(MOST_ALIASES) })}
        maxLength={2000}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" disabled={canonical === '' || isTooMany}>
        {t('aliasSave')}
      </Button>
    </Flex>
  )
}
