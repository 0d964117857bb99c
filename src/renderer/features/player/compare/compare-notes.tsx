import { Button, CloseButton, Flex, Stack } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Alignment, hasPlace } from '../../../../shared/features/player/curves/align.ts'
import {
  type Baseline,
  FEWEST_PLAYERS,
} from '../../../../shared/features/player/curves/baseline.ts'
import { FEWEST_SESSIONS, sessionsOf } from '../../../../shared/features/player/curves/curve.ts'
import type { QueryResult } from '../../../query.ts'
import { LineMark } from '../../../ui/curves-picture.tsx'
import { type Format, useFormat } from '../../../ui/format.ts'
import kit from '../../../ui/kit.module.css'
import { Notice } from '../../../ui/notice.tsx'
import type { Compared } from './use-compare.ts'

interface ListProps {
  compared: readonly Compared[]
  onRemove: (slot: number) => void
}

/** Which curves are shown, in their colours, and how many sessions each has. */
export function CurveList({ compared, onRemove }: ListProps) {
  const { t } = useTranslation('compare')
  return (
    <Flex
      component="ul"
      gap="2px 16px"
      wrap="wrap"
      mb={6}
      fz="sm"
      className={kit.list}
      aria-label={t('curves')}
    >
      {compared.map(({ slot, name, curve }) => (
        <Flex key={slot} component="li" gap={6} align="center" mih={24} className={kit.breaks}>
          <LineMark slot={slot} isFew={curve !== null && isFew(curve)} />
          <span>{curve ? t('sessions', { name, count: sessionsOf(curve) }) : name}</span>
          {slot > 0 && (
            <CloseButton
              size="sm"
              aria-label={t('remove', { name })}
              onClick={() => onRemove(slot)}
            />
          )}
        </Flex>
      ))}
    </Flex>
  )
}

const isFew = (curve: NonNullable<Compared['curve']>) => sessionsOf(curve) < FEWEST_SESSIONS

interface NotesProps {
  compared: readonly Compared[]
  by: Alignment
  baseline: QueryResult<Baseline>
}

/** Why a chosen curve is missing or says little, each separately. */
export function CompareNotes({ compared, by, baseline }: NotesProps) {
  const { t } = useTranslation('compare')
  const named = (isSo: (one: Compared) => boolean) =>
    compared
      .filter(isSo)
      .map(({ name }) => name)
      .join(', ')
  const few = named(({ curve }) => curve !== null && isFew(curve))
  const noPitch = named(({ curve }) => curve !== null && !hasPlace(curve, by))
  const nobody = named(({ why }) => why === 'no-sessions')
  const zeroed = compared.filter(({ why }) => why === 'zeroed')
  return (
    <Stack gap={4} mt={4} lh={1.45} className={kit.quiet}>
      {few && <p>{t('few', { names: few, count: FEWEST_SESSIONS })}</p>}
      {noPitch && <p>{t('noPitch', { names: noPitch })}</p>}
      {nobody && <p>{t('nobody', { names: nobody })}</p>}
      {zeroed.map(({ slot, name, refresh }) => (
        <p key={slot}>
          {t('zeroed', { names: name })}{' '}
          <Button size="compact-xs" onClick={refresh}>
            {t('askAgain')}
          </Button>
        </p>
      ))}
      {compared
        .filter(({ slot, query }) => slot > 0 && query.failure && !query.value)
        .map(({ slot, name, query }) => (
          <div key={slot}>
            <p>{name}</p>
            {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
          </div>
        ))}
      {hasArm(compared) && <p>{t('armNote')}</p>}
      <BandNote {...{ by, baseline }} />
    </Stack>
  )
}

function BandNote({ by, baseline }: { by: Alignment; baseline: QueryResult<Baseline> }) {
  const { t } = useTranslation('compare')
  const format = useFormat()
  if (by !== 'percent') return <p>{t('bandElsewhere')}</p>
  const { value, failure, refetch } = baseline
  const notRead = failure && <Notice failure={failure} onRetry={refetch} />
  if (!value) return notRead
  const { players, similar } = value
  return (
    <>
      {notRead}
      <p>
        {bandText(value, { t, format }) ??
          t('bandFew', { players, similar, sessions: FEWEST_SESSIONS, fewest: FEWEST_PLAYERS })}
      </p>
    </>
  )
}

interface Wording {
  t: TFunction<'compare'>
  format: Format
}

/** Which players and days the band is of; null without a band. */
function bandText(baseline: Baseline, { t, format }: Wording): string | null {
  const { players, similar, lengths, otherDays, band } = baseline
  if (!band || !lengths) return null
  const [shortest, longest] = [lengths.shortest, lengths.longest].map(format.videoTime)
  const days = otherDays
    ? t('bandOtherDays', {
        count: otherDays.players,
        days: format.dateRange(otherDays.period),
      } as never)
    : t('bandSameDays')
  return `${t('bandNote', { players, similar, shortest, longest })} ${days}`
}

const hasArm = (compared: readonly Pick<Compared, 'choice'>[]) =>
  compared.some(({ choice }) => choice?.kind === 'arm')

/** What a picture of the curves says about those that are not of its period. */
export function pictureNote(
  compared: readonly Pick<Compared, 'choice'>[],
  baseline: Baseline | undefined,
  wording: Wording,
): string {
  const band = baseline && bandText(baseline, wording)
  return [hasArm(compared) && wording.t('armNote'), band].filter(Boolean).join(' ')
}
