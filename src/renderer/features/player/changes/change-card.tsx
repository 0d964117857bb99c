import { Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAnnotation } from '../../../../shared/features/annotations/annotation.ts'
import {
  EFFECT_LENGTHS,
  type EffectLength,
  type EffectWindows,
  effectWindows,
} from '../../../../shared/features/publishing/effect.ts'
import { effectRows } from '../../../../shared/features/publishing/effect-table.ts'
import { AnswerAge, Chooser, Switch } from '../../../ui/block.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useFormat } from '../../../ui/format.ts'
import kit from '../../../ui/kit.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { type About } from '../queries.ts'
import classes from './changes.module.css'
import { EffectNotes } from './effect-notes.tsx'
import { EffectTable } from './effect-table.tsx'
import type { ChangeWords } from './use-change-words.ts'
import { type Changes, useSide } from './use-changes.ts'

interface ChangeCardProps {
  about: About
  changes: Changes
  /** One change, or several that are close together. */
  keys: readonly string[]
  onClose: () => void
}

/** A change of a video: what was changed, and the figures before and after it. */
export function ChangeCard({ about, changes, keys, onClose }: ChangeCardProps) {
  const { t } = useTranslation('changes')
  const format = useFormat()
  const offered = changes.posted.filter(({ key }) => keys.includes(key))
  const [chosen, setChosen] = useState(offered[0]?.key ?? '')
  const change = offered.find(({ key }) => key === chosen)
  if (!change) return null
  return (
    <Dialog onClose={onClose} closeOnClickOutside size={780} title={t('card.title')}>
      <Stack gap={12} align="flex-start" className={classes.card}>
        {offered.length > 1 && (
          <Chooser
            label={t('card.which')}
            value={chosen}
            choices={offered.map(({ key, at, text }) => ({
              value: key,
              label: `${format.instant(at)} · ${text}`,
            }))}
            onChange={setChosen}
          />
        )}
        <What change={change} words={changes.words} zone={about.zone} />
        <Effect about={about} change={change} all={changes.all} />
      </Stack>
    </Dialog>
  )
}

interface WhatProps {
  change: ChangeAnnotation
  words: ChangeWords
  zone: string
}

function What({ change, words, zone }: WhatProps) {
  const { t } = useTranslation('changes')
  const format = useFormat()
  const { entries, kind, at } = change
  return (
    <section aria-label={t('card.changed')}>
      <Text size="sm" c="dimmed">
        {t('card.when', { time: format.instant(at, zone), zone })}
      </Text>
      <ul className={`${kit.list} ${classes.entries}`}>
        {entries.map((entry) => {
          const { name, from, to } = words(entry)
          return (
            <li key={entry.id}>
              <span>{name}</span>
              {from !== null && (
                <>
                  {': '}
                  <del>{from}</del>
                  {' → '}
                  <ins>{to}</ins>
                </>
              )}
              {entry.note !== undefined && <em>{entry.note}</em>}
            </li>
          )
        })}
      </ul>
      <Text size="sm">
        {t(kind === 'overwritten' ? 'card.overwritten' : 'card.posted')}
        {entries.length > 1 && ` ${t('card.together', { count: entries.length } as never)}`}
      </Text>
    </section>
  )
}

interface EffectProps {
  about: About
  change: ChangeAnnotation
  all: readonly ChangeAnnotation[]
}

function Effect({ about, change, all }: EffectProps) {
  const { t } = useTranslation('changes')
  const [length, setLength] = useState<EffectLength>(7)
  const windows = useMemo(
    () => effectWindows(change.day, about.today, length),
    [change.day, about.today, length],
  )
  if (!windows) return <Text size="sm">{t('card.tooSoon')}</Text>
  return (
    <>
      <Switch
        label={t('card.length')}
        value={String(length)}
        choices={EFFECT_LENGTHS.map((days) => ({
          value: String(days),
          label: t('card.days', { count: days }),
        }))}
        onChange={(value) => setLength(Number(value) as EffectLength)}
      />
      <Compared {...{ about, change, all, windows, length }} />
    </>
  )
}

interface ComparedProps extends EffectProps {
  windows: EffectWindows
  length: EffectLength
}

function Compared({ about, change, all, windows, length }: ComparedProps) {
  const { t } = useTranslation('changes')
  const before = useSide(about, windows.before)
  const after = useSide(about, windows.after)
  const sides = { before, after }
  const failed = [before, after].find(
    ({ query }) => query.failure && query.failure.kind !== 'offline',
  )
  return (
    <>
      <EffectTable
        rows={effectRows(sides, about.player)}
        windows={windows}
        isLoading={before.isLoading || after.isLoading}
      />
      <Group gap="2px 14px" align="baseline" mt={8} lh={1.45} className={kit.quiet}>
        {(['before', 'after'] as const).map((side) => {
          const answer = sides[side].query.value
          if (!answer) return null
          return (
            <span key={side}>
              {`${t(`card.${side}`)}: `}
              <AnswerAge answer={answer} zone={about.zone} />
            </span>
          )
        })}
      </Group>
      {failed?.query.failure && (
        <Notice failure={failed.query.failure} onRetry={failed.query.refetch} />
      )}
      <EffectNotes {...{ about, windows, length, sides, all }} own={change} />
    </>
  )
}
