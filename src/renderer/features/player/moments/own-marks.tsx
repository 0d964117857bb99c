import { Box, Button, CloseButton, Flex, Group, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LONGEST_MARKER, type MarkerList } from '../../../../shared/features/markers/marker.ts'
import { readTime } from '../../../../shared/time/time.ts'
import { call } from '../../../bridge.ts'
import { useMutation } from '../../../mutation.ts'
import type { QueryResult } from '../../../query.ts'
import { Column } from '../../../ui/column.tsx'
import { useFormat } from '../../../ui/format.ts'
import kit from '../../../ui/kit.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { StepButtons } from '../../../ui/step-buttons.tsx'
import { type About } from '../queries.ts'

/** The user's markers of the video: adds and removes them, with undo. */
export function OwnMarks({ about, query }: { about: About; query: QueryResult<MarkerList> }) {
  const { t } = useTranslation('seconds')
  const { videoTime } = useFormat()
  const { mutate, failure } = useMutation()
  const of = { account_id: about.account_id, player_id: about.player.id }
  const section = useRef<HTMLDivElement>(null)
  const { markers = [], canUndo = false, canRedo = false } = query.value ?? {}
  const put = (second: number, name: string) =>
    call.markers.put({ ...of, marker: { second, name } })
  return (
    <Column ref={section} component="section" gap={6} mt={8} aria-label={t('ownMarks')}>
      <Group gap={6} justify="space-between">
        <MarkForm duration={about.player.duration} {...{ mutate, put }} />
        <StepButtons
          can={{ undo: canUndo, redo: canRedo }}
          label={{ undo: t('undoMark'), redo: t('redoMark') }}
          onStep={(way) => void mutate(() => call.markers[way](of))}
          within={section}
        />
      </Group>
      {markers.length > 0 && (
        <Flex
          component="ul"
          gap="4px 12px"
          wrap="wrap"
          fz="sm"
          className={kit.list}
          aria-label={t('ownMarks')}
        >
          {markers.map(({ second, name }) => (
            <Flex key={second} component="li" gap={2} align="center" className={kit.breaks}>
              <span>{`${videoTime(second)} ${name}`}</span>
              <CloseButton
                size="sm"
                aria-label={t('removeMark', { name, time: videoTime(second) })}
                onClick={() => void mutate(() => call.markers.remove({ ...of, second }))}
              />
            </Flex>
          ))}
        </Flex>
      )}
      {failure && <Notice failure={failure} />}
      {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
    </Column>
  )
}

interface FormProps {
  /** 0 when the length is unknown. */
  duration: number
  mutate: ReturnType<typeof useMutation>['mutate']
  put: (second: number, name: string) => Promise<void>
}

function MarkForm({ duration, mutate, put }: FormProps) {
  const { t } = useTranslation('seconds')
  const { videoTime } = useFormat()
  const [time, setTime] = useState('')
  const [name, setName] = useState('')
  const [isBad, setIsBad] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const second = readTime(time)
    const isTime = typeof second === 'number' && (duration === 0 || second <= duration)
    setIsBad(!isTime)
    if (!isTime) return
    // Keeps the typed text when saving failed.
    void mutate(async () => {
      await put(second, name.trim() || videoTime(second))
      setTime('')
      setName('')
    })
  }
  const bad = duration > 0 ? t('markBad', { end: videoTime(duration) }) : t('markBadOpen')
  return (
    <Flex component="form" gap={6} wrap="wrap" align="center" onSubmit={submit}>
      <TextInput
        w={110}
        aria-label={t('markTime')}
        placeholder="1:30"
        value={time}
        error={isBad}
        aria-describedby={isBad ? 'mark-bad' : undefined}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      <TextInput
        w={180}
        aria-label={t('markName')}
        placeholder={t('markNameHint')}
        maxLength={LONGEST_MARKER}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" leftSection={<IconPlus size={14} aria-hidden="true" />}>
        {t('addMark')}
      </Button>
      {isBad && (
        <Box component="p" flex="0 1 100%" id="mark-bad" className={kit.quiet} role="alert">
          {bad}
        </Box>
      )}
    </Flex>
  )
}
