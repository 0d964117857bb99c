import { NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { EditsList } from '../../../shared/features/publishing/edit.ts'
import type { Publish, PublishSummary } from '../../../shared/features/publishing/publish.ts'
import { useToday } from '../../period.ts'
import { useCall } from '../../query.ts'
import { useFormat } from '../../ui/format.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { PublishView } from './publish-view.tsx'

interface PublishesProps {
  account: Account
  list: EditsList
  /** The last publish, until it is dismissed. */
  last: Publish | null | undefined
  /** Called when one was dismissed or taken back. */
  onEnd: () => void
}

/** The publishes that are kept, one at a time, the newest at first. */
export function Publishes(props: PublishesProps) {
  const { t } = useTranslation('publish')
  const input = { account_id: props.account.id }
  const { value: all, failure, refetch } = useCall('publishes', 'list', input, CHANGED)
  if (failure) return <Notice failure={failure} onRetry={refetch} />
  const [newest] = all ?? []
  if (newest) return <ShownPublish {...props} all={all ?? []} newest={newest.id} />
  return all && <EmptyState title={t('none')} text={t('noneText')} />
}

interface ShownProps extends PublishesProps {
  all: readonly PublishSummary[]
  newest: number
}

function ShownPublish({ account, list, last, onEnd, all, newest }: ShownProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = chosen ?? newest
  const choice = all.length > 1 && <PublishChoice {...{ all, shown }} onChoose={setChosen} />
  if (shown === last?.id) {
    return <PublishView {...{ account, list, choice, onEnd }} publish={last} />
  }
  return <EarlierPublish key={shown} {...{ account, choice, onEnd }} id={shown} />
}

const CHANGED = ['edits', 'publishes'] as const

interface EarlierProps {
  account: Account
  id: number
  choice: ReactNode
  onEnd: () => void
}

function EarlierPublish({ id, ...of }: EarlierProps) {
  const input = { account_id: of.account.id, publish: id }
  const { value, failure, refetch } = useCall('publishes', 'open', input, CHANGED)
  if (failure) return <Notice failure={failure} onRetry={refetch} />
  return value && <PublishView {...of} publish={value} list={null} />
}

interface ChoiceProps {
  all: readonly PublishSummary[]
  shown: number
  onChoose: (id: number) => void
}

function PublishChoice({ all, shown, onChoose }: ChoiceProps) {
  const { t } = useTranslation('publish')
  const words = useTranslation('edits').t
  const format = useFormat()
  const today = useToday(format.zone)
  const nameOf = ({ startedAt, published }: PublishSummary) =>
    `${format.recent(startedAt, today)} · ${words('changes', { count: published })}`
  return (
    <NativeSelect
      aria-label={t('which')}
      value={shown}
      data={all.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
    />
  )
}
