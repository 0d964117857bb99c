import { Button, Group, Paper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Duplicate } from '../../../shared/features/publishing/edit.ts'
import { itemName } from '../../../shared/features/publishing/value-text.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { groupName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import classes from './outbox.module.css'

interface DuplicatesProps {
  account_id: string
  duplicates: readonly Duplicate[]
}

/** Possible duplicates. Nothing is deleted unless the user chooses so and posts it. */
export function Duplicates({ account_id, duplicates }: DuplicatesProps) {
  const { t } = useTranslation('outbox')
  if (duplicates.length === 0) return null
  const title = t('duplicate.title', { count: duplicates.length })
  return (
    <Paper
      component="section"
      className={classes.card}
      radius="md"
      px="md"
      py="sm"
      aria-label={title}
    >
      <h2>{title}</h2>
      <Text inherit c="dimmed">{`${t('duplicate.text')} ${t('duplicate.draft')}`}</Text>
      <ul className={kit.list}>
        {duplicates.map((duplicate) => (
          <DuplicateLine
            key={`${duplicate.video_id} ${duplicate.item_id}`}
            {...{ account_id, duplicate }}
          />
        ))}
      </ul>
    </Paper>
  )
}

function DuplicateLine({ account_id, duplicate }: { account_id: string; duplicate: Duplicate }) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const { language } = useFormat()
  const { mutate, failure, isPending } = useMutation()
  const { video_id, group, item_id, item, videoName } = duplicate
  const name = itemName(item) || words('item', { id: item_id })
  const changes = [{ kind: 'delete' as const, group, item_id }]
  const remove = () => call.edits.save({ account_id, edits: [{ video_id, changes }] })
  const keep = () => call.edits.keepBoth({ account_id, video_id, item_id })
  const buttonProps = { size: 'compact-xs', disabled: isPending } as const
  return (
    <Group component="li" gap="sm" mt="sm">
      <Text inherit flex={1} miw={240}>
        {t('duplicate.line', { item: name, group: groupName(group, language), video: videoName })}
      </Text>
      <Button
        {...buttonProps}
        aria-label={t('duplicate.removeNamed', { name })}
        onClick={() => void mutate(remove)}
      >
        {t('duplicate.remove')}
      </Button>
      <Button
        {...buttonProps}
        aria-label={t('duplicate.keepNamed', { name })}
        onClick={() => void mutate(keep)}
      >
        {t('duplicate.keep')}
      </Button>
      {failure && <Notice failure={failure} />}
    </Group>
  )
}
