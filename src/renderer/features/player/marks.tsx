import { ActionIcon, Flex, TagsInput } from '@mantine/core'
import { IconPin, IconPinFilled, IconTag } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_TAGS, tagsInUse } from '../../../shared/features/player-marks/player-mark.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { Notice } from '../../ui/notice.tsx'
import { PopoverButton } from '../../ui/popover.tsx'
import type { About } from './queries.ts'

/** The user's pin and tags of the player. */
export function Marks({ about: { account_id, player, isUnknown } }: { about: About }) {
  const { t } = useTranslation('player')
  const marks = useCall('players', 'marks', { account_id }).value
  const { mutate, failure } = useMutation()
  const of = { account_id, player_id: player.id }
  useOpened(of, isUnknown)
  const own = marks?.find(({ player_id }) => player_id === player.id)
  const isPinned = own?.isPinned ?? false
  const tags = own?.tags ?? []
  const onTags = (next: string[]) => {
    const add = next.map((one) => one.trim().slice(0, LONGEST)).filter((one) => one !== '')
    const remove = tags.filter((one) => !next.includes(one))
    void mutate(() => call.players.tag({ account_id, player_ids: [player.id], add, remove }))
  }
  const Icon = isPinned ? IconPinFilled : IconPin
  return (
    <Flex component="span" gap={4} wrap="wrap" align="center">
      <ActionIcon
        size={26}
        aria-pressed={isPinned}
        aria-label={t('pin')}
        title={t(isPinned ? 'unpinHint' : 'pinHint')}
        onClick={() => void mutate(() => call.players.pin({ ...of, isPinned: !isPinned }))}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
      <Tags {...{ tags, onTags }} known={tagsInUse(marks ?? [])} />
      {failure && <Notice failure={failure} />}
    </Flex>
  )
}

const LONGEST = 40

/** Opening a dashboard makes its player a recent one. */
function useOpened(
  { account_id, player_id }: Record<'account_id' | 'player_id', string>,
  isUnknown: boolean,
) {
  useEffect(() => {
    // If this fails, only the order of the recent players is outdated.
    if (!isUnknown) call.players.opened({ account_id, player_id }).catch(() => undefined)
  }, [account_id, player_id, isUnknown])
}

interface TagsProps {
  tags: string[]
  known: string[]
  onTags: (tags: string[]) => void
}

function Tags({ tags, known, onTags }: TagsProps) {
  const { t } = useTranslation('player')
  return (
    <PopoverButton
      label={t('tags')}
      text={tags.length > 0 ? tags.join(', ') : t('tagAdd')}
      aria-label={tags.length > 0 ? t('tagsAre', { tags: tags.join(', ') }) : t('tagAdd')}
      variant="subtle"
      color="gray"
      size="compact-xs"
      leftSection={<IconTag size={14} aria-hidden />}
    >
      <TagsInput
        data-autofocus
        w={280}
        label={t('tags')}
        description={t('tagsHint')}
        data={known}
        value={tags}
        maxTags={MOST_TAGS}
        maxLength={LONGEST}
        comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
        onChange={onTags}
      />
    </PopoverButton>
  )
}
