import { Box, Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkCheck } from '../../../shared/features/links/calls.ts'
import { checkable, checkCost, type LinkResult } from '../../../shared/features/links/link.ts'
import { groupBy } from '../../../shared/maps.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { Column } from '../column.tsx'
import { Dialog } from '../dialog.tsx'
import { useFormat } from '../format.ts'
import { useNow } from '../freshness.tsx'
import kit from '../kit.module.css'
import { Notice } from '../notice.tsx'
import { type LinkMeaning, LinkResultText, linkMeaning, useLinkResults } from './link-result.tsx'
import classes from './links.module.css'

interface CheckLinksDialogProps {
  account_id: string
  /** As written in the settings; the same address may occur more than once. */
  urls: readonly string[]
  /** Selects the rows with one of these addresses. */
  onSelect: (urls: ReadonlySet<string>) => void
  onClose: () => void
}

/**
 * Shows what a check of some addresses would request, runs it in the background, and lists the
 * results.
 */
export function CheckLinksDialog({ account_id, urls, onSelect, onClose }: CheckLinksDialogProps) {
  const { t } = useTranslation('links')
  const written = useMemo(() => [...new Set(urls)].filter((url) => url.trim() !== ''), [urls])
  const all = useMemo(() => checkable(written), [written])
  const { value: check } = useCall('links', 'state', { account_id })
  const [allowPrivate, setAllowPrivate] = useState(false)
  const { mutate, failure, isPending } = useMutation()
  const resultOf = useLinkResults(account_id)
  const results = useMemo(() => all.flatMap((url) => resultOf(url) ?? []), [all, resultOf])
  const cost = useMemo(() => checkCost(all), [all])
  const isRunning = check?.status === 'running'
  const start = () => void mutate(() => call.links.check({ account_id, urls: all, allowPrivate }))
  const stop = () => void mutate(() => call.links.stop({ account_id }))
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside
      title={t('title', { count: all.length })}
      size={640}
    >
      <Stack gap={14} fz="sm">
        {isRunning ? (
          <Running check={check} onStop={stop} />
        ) : (
          <>
            <Cost cost={cost} leftOut={written.length - all.length} />
            {check && <Ended check={check} />}
            <Checkbox
              label={t('private')}
              description={t('privateHint')}
              checked={allowPrivate}
              onChange={({ currentTarget }) => setAllowPrivate(currentTarget.checked)}
            />
          </>
        )}
        {failure && <Notice failure={failure} />}
        {results.length > 0 && <Results results={results} />}
        <Group justify="flex-end" gap={8}>
          {!isRunning && <SelectBroken {...{ urls, results, onSelect, onClose }} />}
          <Button onClick={onClose}>{isRunning ? t('behind') : t('close')}</Button>
          {!isRunning && (
            <Button
              variant="filled"
              data-autofocus
              disabled={cost.addresses === 0}
              loading={isPending}
              onClick={start}
            >
              {results.length > 0 ? t('again') : t('check')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

interface SelectBrokenProps extends Omit<CheckLinksDialogProps, 'account_id'> {
  results: readonly LinkResult[]
}

function SelectBroken({ urls, results, onSelect, onClose }: SelectBrokenProps) {
  const { t } = useTranslation('links')
  const isBroken = (result: LinkResult) => linkMeaning(result) === 'broken'
  const broken = new Set(results.filter(isBroken).map(({ url }) => url))
  if (broken.size === 0) return null
  const select = () => {
    onSelect(broken)
    onClose()
  }
  return (
    <Button mr="auto" onClick={select}>
      {t('select', { count: urls.filter((url) => broken.has(url)).length })}
    </Button>
  )
}

const MINUTE = 60

interface CostProps {
  cost: ReturnType<typeof checkCost>
  /** Number of addresses beyond the limits of a check. */
  leftOut: number
}

function Cost({ cost: { addresses, hosts, seconds }, leftOut }: CostProps) {
  const { t } = useTranslation('links')
  const others = leftOut > 0 && <p>{t('leftOut', { count: leftOut })}</p>
  if (addresses === 0) return others || <p>{t('none')}</p>
  const time =
    seconds < 1.5 * MINUTE
      ? t('seconds', { count: seconds })
      : t('minutes', { count: Math.round(seconds / MINUTE) })
  return (
    <div>
      <p>
        {t('pages', { count: addresses })} {t('hosts', { count: hosts })} {time}
      </p>
      {others}
      <Text component="p" c="dimmed" mt={4}>
        {t('what', { count: addresses })}
      </Text>
    </div>
  )
}

function Running({ check: { done, total }, onStop }: { check: LinkCheck; onStop: () => void }) {
  const { t } = useTranslation('links')
  const words = t('progress', { done, total })
  return (
    <Group gap={12} wrap="nowrap">
      <Text component="span" size="sm" role="status" className={kit.tabular}>
        {words}
      </Text>
      <Progress.Root size="md" flex="1 1 auto">
        <Progress.Section value={total === 0 ? 0 : (100 * done) / total} aria-label={words} />
      </Progress.Root>
      <Button size="compact-sm" onClick={onStop}>
        {t('stop')}
      </Button>
    </Group>
  )
}

/** How the last check ended. */
function Ended({ check: { status, done, total, endedAt, failure } }: { check: LinkCheck }) {
  const { t } = useTranslation('links')
  const { ago } = useFormat()
  const now = useNow()
  if (failure) return <Notice failure={failure} />
  return (
    <Text component="p" c="dimmed" role="status">
      {status === 'stopped'
        ? t('stopped', { done, total })
        : t('done', { when: ago(endedAt ?? now, now) })}
    </Text>
  )
}

const MEANINGS = ['broken', 'unsure', 'moved', 'alive'] as const satisfies LinkMeaning[]
/** Longer lists are not readable: the sheet shows all results in its column. */
const MOST_LISTED = 300

/** The results, with those that need attention first. */
function Results({ results }: { results: readonly LinkResult[] }) {
  const { t } = useTranslation('links')
  const groups = groupBy(results, linkMeaning)
  const sorted = MEANINGS.flatMap((meaning) => groups.get(meaning) ?? [])
  const counts = MEANINGS.flatMap((meaning) => {
    const count = groups.get(meaning)?.length ?? 0
    return count === 0 ? [] : [t(meaning, { count })]
  })
  return (
    <section aria-label={t('results')}>
      <Group gap={8} mb={8} align="baseline">
        <Box component="h3" className={kit.heading}>
          {t('results')}
        </Box>
        <span className={kit.quiet}>{counts.join(' · ')}</span>
      </Group>
      {/* Focusable to be scrolled by keyboard, because it contains nothing focusable. */}
      <Column component="ul" className={`${kit.list} ${classes.results}`} tabIndex={0}>
        {sorted.slice(0, MOST_LISTED).map((result) => (
          <li key={result.url} className={classes.result}>
            <span className={kit.breaks}>{result.url}</span>
            <LinkResultText result={result} />
          </li>
        ))}
        {sorted.length > MOST_LISTED && (
          <li className={kit.quiet}>{t('more', { count: sorted.length - MOST_LISTED })}</li>
        )}
      </Column>
    </section>
  )
}
