import { Badge, Button, Checkbox, Group, Table, Tabs } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { useSessionState } from '../../kept-list.ts'
import { useCall } from '../../query.ts'
import { discardable } from '../../ui/edits/counts.ts'
import { History } from '../../ui/edits/history.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { goTo } from '../../view.ts'
import { type Act, ChangeRow } from './change-row.tsx'
import type { Checked } from './check-state.ts'
import { ExactRequest } from './exact-request.tsx'
import classes from './outbox.module.css'

interface VideoChangesProps {
  account: Account
  video_id: string
  name: string
  edits: readonly Edit[]
  blocked: Failure | null
  stateOf: Checked['stateOf']
  act: Act
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onDiscard: () => void
}

const MOST_SHOWN = 50

/** The pending edits of a video as rows of the table, below a row that names it. */
export function VideoChanges(props: VideoChangesProps) {
  const { account, video_id, name, edits, blocked, stateOf, act } = props
  const { t } = useTranslation('outbox')
  const account_id = account.id
  const [isOpen, setIsOpen] = useState(false)
  const [most, setMost] = useSessionState(`most ${video_id}`, MOST_SHOWN)
  const opened = useCall('videos', 'open', { account_id, video_id }, ['videos', 'edits']).value
  return (
    <Table.Tbody aria-label={name}>
      <VideoHead {...props} isOpen={isOpen} onOpen={() => setIsOpen(!isOpen)} />
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={COLUMNS}>
            <Details {...props} />
          </Table.Td>
        </Table.Tr>
      )}
      {edits.slice(0, most).map((edit) => (
        <ChangeRow
          key={edit.key}
          {...{ account, video_id, edit, opened, blocked, act }}
          video={name}
          state={stateOf(edit)}
        />
      ))}
      {edits.length > most && (
        <Table.Tr>
          <Table.Td colSpan={COLUMNS}>
            <Button variant="subtle" fullWidth onClick={() => setMost(most + MOST_SHOWN)}>
              {t('moreChanges', { count: edits.length - most })}
            </Button>
          </Table.Td>
        </Table.Tr>
      )}
    </Table.Tbody>
  )
}

const COLUMNS = 4

type VideoHeadProps = VideoChangesProps & { isOpen: boolean; onOpen: () => void }

function VideoHead({ video_id, name, edits, isChosen, onChoose, isOpen, onOpen }: VideoHeadProps) {
  const { t } = useTranslation('outbox')
  const { count } = useFormat()
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  const buttonProps = { variant: 'subtle', size: 'compact-sm', flex: 'none' } as const
  return (
    <Table.Tr className={classes.video}>
      <Table.Td colSpan={COLUMNS}>
        <Group gap="sm" wrap="nowrap">
          <Checkbox
            checked={isChosen}
            aria-label={t('choose', { name })}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
          <h2 className={kit.cut}>{name}</h2>
          <Badge bg="var(--desk-unposted-ground)" c="var(--desk-unposted)" flex="none" mr="auto">
            {count(edits.length)}
          </Badge>
          <Button
            {...buttonProps}
            color="gray"
            rightSection={<Chevron size={14} aria-hidden />}
            aria-expanded={isOpen}
            aria-label={t('detailsNamed', { name })}
            onClick={onOpen}
          >
            {t('details')}
          </Button>
          <Button
            {...buttonProps}
            aria-label={t('openVideo', { name })}
            onClick={() => goTo('video', { video_id })}
          >
            {t('open')}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

/** Rarely needed for a video: the exact request, the history, and discarding its edits. */
function Details({ account, video_id, name, edits, onDiscard }: VideoChangesProps) {
  const { t } = useTranslation('outbox')
  const account_id = account.id
  return (
    <Tabs
      defaultValue="request"
      keepMounted={false}
      pl="xl"
      pb="sm"
      classNames={{ panel: classes.stack ?? '' }}
    >
      <Group justify="space-between">
        <Tabs.List aria-label={name}>
          {(['request', 'history'] as const).map((tab) => (
            <Tabs.Tab key={tab} value={tab} size="xs">
              {t(`tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={t('discardNamed', { name })}
          disabled={discardable(edits).length === 0}
          onClick={onDiscard}
        >
          {t('discard')}
        </Button>
      </Group>
      <Tabs.Panel value="request">
        <ExactRequest {...{ account_id, video_id, edits }} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <History account_id={account_id} video_id={video_id} />
      </Tabs.Panel>
    </Tabs>
  )
}
