import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { LaterChange, Publish, TakeBack } from '../../../shared/features/publishing/publish.ts'
import { shortened } from '../../../shared/features/publishing/value-text.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { groupName, settingName, useValueText } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import { DraftsDialog } from './drafts-dialog.tsx'
import classes from './publish.module.css'

interface TakeBackDialogProps {
  account: Account
  publish: Publish
  onTakenBack: () => void
  onClose: () => void
}

/** What taking back a publish would do, with each later change that conflicts with it. */
export function TakeBackDialog({ account, publish, onTakenBack, onClose }: TakeBackDialogProps) {
  const { t } = useTranslation('publish')
  const [keepsLater, setKeepsLater] = useState(true)
  const making = useMutation()
  const of = { account_id: account.id, publish: publish.id, keepsLater }
  const query = useCall('publishes', 'takingBack', of, ['edits', 'videos'])
  const found = query.value
  const count = found ? found.made + found.dropped : 0
  const takeBack = async () => {
    await call.edits.takeBack(of)
    onClose()
    onTakenBack()
  }
  return (
    <DraftsDialog
      title={t('back.title')}
      text={t('back.text')}
      size={560}
      count={count}
      {...(found && found.dropped > 0 && { action: t('history.change', { count }) })}
      onMake={takeBack}
      {...{ query, making, onClose }}
    >
      <FoundEdits
        {...{ found, keepsLater }}
        account_id={account.id}
        hasFailed={!!query.failure}
        onKeep={setKeepsLater}
      />
    </DraftsDialog>
  )
}

interface FoundProps {
  account_id: string
  found: TakeBack | undefined
  hasFailed: boolean
  keepsLater: boolean
  onKeep: (keepsLater: boolean) => void
}

/** What would be changed, what it would override, and what is not possible. */
export function FoundEdits({ account_id, found, hasFailed, keepsLater, onKeep }: FoundProps) {
  const { t } = useTranslation('publish')
  const words = useTranslation('edits').t
  const summary = () => {
    if (!found) return hasFailed ? '' : t('back.finding')
    const { videos, made, dropped, later, missing } = found
    if (made + dropped === 0) {
      if (keepsLater && later.length > 0) return t('back.nothingButLater')
      return missing.length > 0 ? '' : t('back.nothing')
    }
    const counts = t('back.counts', {
      changes: words('changes', { count: made }),
      videos: words('videos', { count: videos }),
    })
    const removed = dropped > 0 && t('back.dropped', { count: dropped })
    return [made > 0 && counts, removed].filter(Boolean).join(', ')
  }
  return (
    <>
      <Text inherit fw={600} role="status">
        {summary()}
      </Text>
      {found && found.present > 0 && (
        <Text inherit>{t('back.present', { count: found.present })}</Text>
      )}
      {found && found.later.length > 0 && (
        <>
          <Later {...{ account_id }} later={found.later} />
          <Checkbox
            size="sm"
            label={t('back.keep')}
            checked={keepsLater}
            onChange={({ currentTarget }) => onKeep(currentTarget.checked)}
          />
        </>
      )}
      {found && found.missing.length > 0 && (
        <Text inherit c="var(--desk-warn)">
          {t('back.missing', { names: found.missing.join(', ') })}
        </Text>
      )}
    </>
  )
}

const MOST_SHOWN = 100
const LONGEST = 60

function Later({ account_id, later }: { account_id: string; later: readonly LaterChange[] }) {
  const { t } = useTranslation('publish')
  const { language } = useFormat()
  const textOf = useValueText(account_id)
  return (
    <div>
      <h3>{t('back.later', { count: later.length })}</h3>
      <ul className={classes.later}>
        {later.slice(0, MOST_SHOWN).map((one) => {
          const { video_id, name, group, item_id, register, isDraft } = one
          const value = (of: 'published' | 'now' | 'restored') =>
            shortened(textOf(one[of], register, one.modes?.[of]), LONGEST)
          const setting =
            register === null ? t('back.item') : settingName(group, register, language)
          return (
            <li key={JSON.stringify([video_id, group, item_id, register])}>
              <b>{name}</b>
              {` · ${groupName(group, language)} · ${setting}`}
              {isDraft && ` (${t('back.draft')})`}
              <br />
              {t('back.line', { published: value('published'), now: value('now') })}
              {', '}
              {t('back.lineBack', { restored: value('restored') })}
            </li>
          )
        })}
      </ul>
      {later.length > MOST_SHOWN && (
        <Text inherit c="dimmed">
          {t('back.moreLater', { count: later.length - MOST_SHOWN })}
        </Text>
      )}
    </div>
  )
}
