import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '../mutation.ts'
import { Notice } from './notice.tsx'

interface ConfirmRemovalProps {
  /** Says what would be lost. */
  text: string
  keepLabel: string
  removeLabel: string
  onRemove: () => Promise<unknown>
  onEnd: () => void
}

/** Asks in place before something is removed that no undo restores. */
export function ConfirmRemoval(props: ConfirmRemovalProps) {
  const { text, keepLabel, removeLabel, onRemove, onEnd } = props
  const { mutate, failure, isPending } = useMutation()
  return (
    <Group gap={8} mt={8} justify="space-between">
      <Text size="sm" flex="1 1 260px">
        {text}
      </Text>
      <Group gap={8}>
        <Button autoFocus onClick={onEnd}>
          {keepLabel}
        </Button>
        <Button
          variant="filled"
          color="red.9"
          loading={isPending}
          onClick={() => void mutate(() => onRemove().then(onEnd))}
        >
          {removeLabel}
        </Button>
      </Group>
      {failure && <Notice failure={failure} />}
    </Group>
  )
}
