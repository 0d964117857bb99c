import { Box, Button, Checkbox, Group, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UpdateOffer, UpdatesState } from '../../../shared/features/updates/state.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { Column } from '../../ui/column.tsx'
import { useFormat } from '../../ui/format.ts'
import { useNow } from '../../ui/freshness.tsx'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { prefer, useView } from '../../view.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'

/** The choice whether to check for updates, and the result of the last check. */
export function Updates() {
  const { t } = useTranslation('updates')
  const state = useCall('updates', 'state').value
  return (
    <Section part="updates" title={t('title')}>
      {state?.host === null && <p className={classes.text}>{t('none')}</p>}
      {state?.host && <UpdateCheck state={state} host={state.host} />}
    </Section>
  )
}

function UpdateCheck({ state, host }: { state: UpdatesState; host: string }) {
  const { t } = useTranslation('updates')
  const { checksForUpdates } = useView(({ preferences }) => preferences)
  const { mutate, failure } = useMutation()
  const { step, offer } = state
  const isPending = step === 'checking' || step === 'downloading' || step === 'waiting'
  const trouble = failure ?? state.failure
  return (
    <>
      <p className={classes.text}>{t('what', { host })}</p>
      <Checkbox
        size="sm"
        checked={checksForUpdates === true}
        onChange={({ currentTarget }) => prefer({ checksForUpdates: currentTarget.checked })}
        label={t('daily')}
      />
      {offer && <Offer offer={offer} state={state} />}
      {trouble && <Notice failure={trouble} />}
      <Group gap={8}>
        <Button
          loading={step === 'checking'}
          disabled={isPending}
          onClick={() => void mutate(() => call.updates.check())}
        >
          {t('check')}
        </Button>
        <Outcome state={state} />
      </Group>
    </>
  )
}

/** When the address was last checked, and whether this version is the newest. */
function Outcome({ state: { checkedAt, isNewest, step } }: { state: UpdatesState }) {
  const { t } = useTranslation('updates')
  const { ago } = useFormat()
  const now = useNow()
  const { version } = useView(({ info }) => info)
  return (
    <p className={classes.text} role="status">
      {isNewest && step !== 'checking' && `${t('isNewest', { version })} `}
      {checkedAt === null ? t('neverChecked') : t('lastChecked', { ago: ago(checkedAt, now) })}
    </p>
  )
}

function Offer({ offer, state }: { offer: UpdateOffer; state: UpdatesState }) {
  const { t } = useTranslation('updates')
  const { bytes, date, language } = useFormat()
  const { version, notes, size } = offer
  return (
    <Column
      component="article"
      gap={10}
      py={12}
      px={14}
      className={kit.outlined}
      aria-label={t('available', { version })}
    >
      <Box component="h3" miw={0} fz="sm" className={kit.breaks}>
        {t('available', { version })}
      </Box>
      <p className={classes.text}>{t('made', { date: date(offer.date), size: bytes(size) })}</p>
      <p className={classes.notes}>{notes[language] ?? notes.en}</p>
      <NextStep offer={offer} state={state} />
    </Column>
  )
}

function NextStep({ offer: { size }, state: { step, received, posting } }: OfferProps) {
  const { t } = useTranslation('updates')
  const { bytes } = useFormat()
  const { mutate } = useMutation()
  const cancel = (
    <Button size="compact-xs" onClick={() => void call.updates.cancel()}>
      {t('cancel')}
    </Button>
  )
  switch (step) {
    case 'checking':
      return null
    case 'idle':
      return (
        <Group gap={8}>
          <Button variant="filled" onClick={() => void mutate(() => call.updates.download())}>
            {t('download')}
          </Button>
        </Group>
      )
    case 'downloading': {
      const words = t('downloading', { received: bytes(received), size: bytes(size) })
      return (
        <div className={classes.underWay}>
          <span>{words}</span>
          <Progress value={(100 * received) / size} aria-label={words} />
          {cancel}
        </div>
      )
    }
    case 'waiting':
      return (
        <Group gap={8} role="status">
          <span>{posting === 0 ? t('opening') : t('waiting', { count: posting })}</span>
          {cancel}
        </Group>
      )
    case 'downloaded':
    case 'opened':
      return (
        <Group gap={8}>
          <Button
            variant={step === 'opened' ? 'default' : 'filled'}
            onClick={() => void mutate(() => call.updates.open())}
          >
            {t(step === 'opened' ? 'openAgain' : 'open')}
          </Button>
          <span role="status">{t(step)}</span>
        </Group>
      )
  }
}

interface OfferProps {
  offer: UpdateOffer
  state: UpdatesState
}
