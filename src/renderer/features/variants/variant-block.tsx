import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../../../shared/api/player.ts'
import { isUnknownPlayer } from '../../../shared/failure.ts'
import type { Guardrails } from '../../../shared/features/ab-tests/ab-test.ts'
import { type Account, hasVideos } from '../../../shared/features/accounts/account.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { variantRequests } from '../../../shared/features/analytics/requests-audience.ts'
import {
  speedName,
  type VariantKind,
  type VariantTable,
  variantTable,
  wholeDays,
} from '../../../shared/features/variants/table.ts'
import { cellText } from '../../../shared/tables/titles.ts'
import { dayCount, type Period } from '../../../shared/time/period.ts'
import { known, useAnalyticsQuery } from '../../analytics-query.ts'
import { useCall } from '../../query.ts'
import { type AutoplayNow, AutoplayNowText, autoplayOf } from '../../ui/autoplay-now.tsx'
import classes from '../../ui/block.module.css'
import { AnswerAge, Answered, Block, Chooser } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { useFormat } from '../../ui/format.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { useView } from '../../view.ts'
import { conclusionsOf } from './conclusions.ts'
import { SpeedChart } from './speed-chart.tsx'
import { UnknownPlayer } from './unknown-player.tsx'

interface VariantBlockProps {
  account: Account
  player: Player
  period: Period
  kind: VariantKind
}

export function VariantBlock({ account, player, period, kind }: VariantBlockProps) {
  const { t } = useTranslation('variants')
  const query = useAnalyticsQuery(account.id, variantRequests(player, period)[kind])
  const now = useAutoplayNow(account, player.id, kind === 'smartAutoplays')
  const guardrails = useView(({ preferences }) => preferences.guardrails)
  const [chosen, setChosen] = useState<string | null>(null)
  const base = chosen ?? now?.active ?? null
  const answer = query.value
  const table = variantTable(kind, rowsOf(answer), { base, period, guardrails, player })
  const asking = { account_id: account.id, player_id: player.id, period, guardrails }
  const request = { ...asking, base: table.base }
  return (
    <Block
      title={t(`block.${kind}`)}
      badge={
        <span className={classes.badge} title={t('utcHint')}>
          {t('utc')}
        </span>
      }
      tools={
        answer &&
        table.rows.length > 0 && (
          <>
            <BaseSelect {...{ kind, table }} onChange={setChosen} />
            <ExportButton request={{ table: kind, ...request }} />
          </>
        )
      }
      picture={{ ...{ period, age: answer, subject: player.name }, zone: 'UTC' }}
      foot={
        answer && (
          <>
            <AnswerAge answer={answer} zone="UTC" />
            <FullDays {...{ period, player }} asOf={answer.asOf} />
            {table.columns.some(isVerdict) && <VerdictNote guardrails={guardrails} />}
            {kind !== 'headlines' && table.rows.length > 0 && <span>{t('generic')}</span>}
          </>
        )
      }
    >
      <Answered
        query={query}
        height={160}
        failed={(failure) =>
          isUnknownPlayer(failure) ? (
            <UnknownPlayer {...{ account_id: account.id, player, refetch: query.refetch }} />
          ) : null
        }
      >
        {() =>
          table.rows.length === 0 ? (
            <EmptyState title={t(`none.${kind}`)} text={t('noneText')} />
          ) : (
            <Rows {...{ kind, table, now }} />
          )
        }
      </Answered>
    </Block>
  )
}

type FullDaysProps = Pick<VariantBlockProps, 'period' | 'player'> & Pick<Answer<unknown>, 'asOf'>

/** How many days are behind the figures, when some of the period are not over or before the player. */
function FullDays({ period, player, asOf }: FullDaysProps) {
  const { t } = useTranslation('variants')
  const [has, of] = [wholeDays({ period, player }, asOf), dayCount(period)]
  return has < of && <span>{t('fullDays', { has, of })}</span>
}

function VerdictNote({ guardrails: { days, conversions } }: { guardrails: Guardrails }) {
  const { t } = useTranslation('variants')
  const { count } = useFormat()
  return <span>{t('verdictNote', { days, conversions: count(conversions) })}</span>
}

// The gap endpoints' rows have no further documented type.
const rowsOf = (answer: Answer<readonly object[]> | undefined) =>
  known(answer as Answer<readonly Record<string, unknown>[]> | undefined)

const isVerdict = ({ key }: { key: string }) => key.endsWith('_verdict')

/** The name of a row in a sentence or list. */
function useNamed(kind: VariantKind) {
  const { t } = useTranslation('variants')
  const { language } = useFormat()
  return (label: string) =>
    t(`row.${kind}`, { label: kind === 'turbo' ? speedName(label, language) : label })
}

interface BaseSelectProps {
  kind: VariantKind
  table: VariantTable
  onChange: (base: string) => void
}

function BaseSelect({ kind, table, onChange }: BaseSelectProps) {
  const named = useNamed(kind)
  const { t } = useTranslation('variants')
  if (table.rows.length < 2) return null
  const choices = [...new Set(table.labels)].map((value) => ({
    value,
    label: `${t('base')}: ${named(value)}`,
  }))
  return (
    <Chooser label={t('base')} value={table.base ?? ''} choices={choices} onChange={onChange} />
  )
}

interface RowsProps {
  kind: VariantKind
  table: VariantTable
  now: AutoplayNow | null
}

function Rows({ kind, table, now }: RowsProps) {
  const { t } = useTranslation('variants')
  const { language } = useFormat()
  const worded = {
    ...table,
    rows: table.rows.map((row) =>
      row.map((cell, at) => {
        const key = table.columns[at]?.key ?? ''
        if (typeof cell !== 'string') return cell
        return key === 'speed' ? speedName(cell, language) : cellText(key, cell, language)
      }),
    ),
  }
  return (
    <>
      {now && <AutoplayNowText now={now} />}
      <Decided {...{ kind, table }} />
      {kind === 'turbo' && table.rows.length > 1 && <SpeedChart table={table} />}
      <DataTable
        table={worded}
        label={t(`block.${kind}`)}
        maxHeight={320}
        empty={<EmptyState title={t(`none.${kind}`)} text={t('noneText')} />}
      />
    </>
  )
}

function Decided({ kind, table }: { kind: VariantKind; table: VariantTable }) {
  const { t } = useTranslation('variants')
  const named = useNamed(kind)
  const base = named(table.base ?? '')
  const listed = (labels: readonly string[]) => labels.map(named).join(', ')
  const sentences = conclusionsOf(table).map((found) => {
    if (found.kind === 'open') return t('noneDecided', { base })
    if (found.kind === 'noDifference') return t('noDifference', { base })
    const [better, worse] = [listed(found.better), listed(found.worse)]
    return t('better', { better, worse, what: t(`what.${found.key}`) })
  })
  if (sentences.length === 0) return null
  return (
    <Text size="sm" mb={8}>
      {sentences.join(' ')}
    </Text>
  )
}

/** The autoplay settings of the player's video; null where the account has no such video. */
function useAutoplayNow(
  account: Account,
  player_id: string,
  isWanted: boolean,
): AutoplayNow | null {
  const account_id = account.id
  const canAsk = isWanted && hasVideos(account)
  // A video has the id of its player where both exist.
  const query = useCall('videos', 'open', canAsk ? { account_id, video_id: player_id } : null)
  const settings = query.value?.base.smart_autoplay
  return settings ? autoplayOf(settings) : null
}
