import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { useAccount } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useSessionState } from '../../kept-list.ts'
import { useMutation } from '../../mutation.ts'
import { NoVideos } from '../../ui/no-videos.tsx'
import { Notice } from '../../ui/notice.tsx'
import { sheetKeys } from '../../ui/open-sheet.ts'
import classes from './sheet.module.css'
import { SheetRows } from './sheet-rows.tsx'
import { TabBar } from './tab-bar.tsx'
import { useSheet } from './use-sheet.ts'

export function SheetScreen() {
  const account = useAccount()
  const [group, setGroup] = useSessionState<SettingsGroup>(sheetKeys.tab, 'call_actions')
  return account ? <Tab key={`${account.id} ${group}`} {...{ account, group, setGroup }} /> : null
}

interface TabProps {
  account: Account
  group: SettingsGroup
  setGroup: (group: SettingsGroup) => void
}

/** One kind of settings of all videos. */
function Tab({ account, group, setGroup }: TabProps) {
  const { t } = useTranslation('sheet')
  const account_id = account.id
  const { sheet, query } = useSheet(account_id, group)
  const { mutate, failure, isPending } = useMutation()
  const refresh = () => void mutate(() => call.videos.refresh({ account_id, video_id: null }))
  // Rendered in slices, because a change may concern thousands of rows.
  const rendered = useDeferredValue(sheet)
  const hasRows = (rendered.videos ?? []).length > 0
  return (
    <section className={classes.sheet} aria-label={t('title')}>
      {!hasRows && <TabBar {...{ sheet, setGroup }} />}
      {failure && <Notice failure={failure} onRetry={refresh} />}
      {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
      {sheet.videos && sheet.videos.length === 0 && (
        <NoVideos {...{ account, isPending }} onDownload={refresh} />
      )}
      {hasRows && <SheetRows {...{ setGroup }} sheet={rendered} />}
    </section>
  )
}
