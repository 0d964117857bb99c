import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VideoPatch } from '../../../shared/api/video.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { SECRET } from '../../../shared/features/publishing/register.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { useRevealed } from '../../ui/edits/secret.tsx'
import { Notice } from '../../ui/notice.tsx'
import { notSentOf } from './edit-text.ts'
import classes from './outbox.module.css'

interface ExactRequestProps {
  account_id: string
  video_id: string
  /** All pending edits of the video. */
  edits: readonly Edit[]
}

/** The exact request bodies that would be sent for a video now, in order. */
export function ExactRequest(props: ExactRequestProps) {
  const { account_id, video_id } = props
  const { t } = useTranslation('outbox')
  const [chosen, setChosen] = useState(0)
  const query = useCall('edits', 'request', { account_id, video_id }, ['edits', 'videos'])
  const failureNotice = query.failure && <Notice failure={query.failure} onRetry={query.refetch} />
  if (query.value === undefined) return failureNotice
  const total = query.value.length
  // There may be fewer bodies after a post.
  const place = Math.min(chosen, total - 1)
  const body = query.value[place]
  if (!body) {
    return (
      <>
        {failureNotice}
        <Text inherit c="dimmed">
          {t('request.none')}
        </Text>
        <LeftOut {...props} />
      </>
    )
  }
  return (
    <>
      {failureNotice}
      <Text inherit c="dimmed">
        {t(total === 1 ? 'request.note' : 'request.notes')}
      </Text>
      {total > 1 && <RequestPager {...{ place, total }} onChoose={setChosen} />}
      <Body {...props} body={body} />
    </>
  )
}

/** A body as JSON. What is shown is copied, so a secret is included only when revealed. */
function Body({ body, ...props }: ExactRequestProps & { body: VideoPatch }) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const { mutate, failure } = useMutation()
  const [copied, setCopied] = useState<string | null>(null)
  const { isShown, setIsShown, onBlur } = useRevealed()
  const hasSecret = Boolean(fieldsOf(body[SECRET.group])[SECRET.register])
  const shown = hasSecret && !isShown ? withoutSecret(body, words('secret.hidden')) : body
  const text = JSON.stringify(shown, null, 2)
  const copy = () =>
    void mutate(async () => {
      await call.app.copy({ text })
      setCopied(text)
    })
  return (
    <div onBlur={onBlur}>
      {/* Scrollable, so it must be focusable. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes.json} tabIndex={0}>
        {text}
      </pre>
      <LeftOut {...props} />
      <PendingPictures account_id={props.account_id} text={text} />
      <Group gap="sm">
        <Button onClick={copy}>{t(copied === text ? 'request.copied' : 'request.copy')}</Button>
        {hasSecret && (
          <Button onClick={() => setIsShown(!isShown)}>
            {words(isShown ? 'secret.hide' : 'secret.show')}
          </Button>
        )}
      </Group>
      {failure && <Notice failure={failure} />}
    </div>
  )
}

const withoutSecret = (body: VideoPatch, hidden: string): VideoPatch => ({
  ...body,
  [SECRET.group]: { ...fieldsOf(body[SECRET.group]), [SECRET.register]: hidden },
})

/** The edits that no request contains. */
function LeftOut({ account_id, video_id, edits }: ExactRequestProps) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const checked = useCall('edits', 'check', { account_id, video_ids: [video_id] }, [
    'edits',
    'videos',
  ])
  const notRead = checked.failure && <Notice failure={checked.failure} onRetry={checked.refetch} />
  const { errors, conflicts } = notSentOf(edits, checked.value ?? [])
  const what = [
    errors > 0 && t('errors', { count: errors }),
    conflicts > 0 && words('conflicts', { count: conflicts }),
  ].filter(Boolean)
  if (what.length === 0) return notRead
  return (
    <>
      {notRead}
      <Text inherit c="var(--desk-bad)">
        {t('request.left', { what: what.join(', ') })}
      </Text>
    </>
  )
}

const PLACEHOLDER = /"file_id": "local:([0-9a-f]{64})"/g

/** The pictures that are not uploaded yet, whose placeholders the request will replace. */
function PendingPictures({ account_id, text }: { account_id: string; text: string }) {
  const { t } = useTranslation('outbox')
  const hashes = [...new Set([...text.matchAll(PLACEHOLDER)].map(([, hash = '']) => hash))]
  const query = useCall('pictures', 'list', hashes.length > 0 ? { account_id } : null)
  return hashes.map((hash) => {
    const name = query.value?.pictures.find((picture) => picture.hash === hash)?.name ?? hash
    return (
      <Text key={hash} inherit c="dimmed">
        {t('request.picture', { start: `local:${hash.slice(0, 8)}…`, name })}
      </Text>
    )
  })
}

interface RequestPagerProps {
  place: number
  total: number
  onChoose: (place: number) => void
}

function RequestPager({ place, total, onChoose }: RequestPagerProps) {
  const { t } = useTranslation('outbox')
  const buttonProps = { size: 'compact-xs' } as const
  return (
    <Group gap="sm">
      <Button {...buttonProps} disabled={place === 0} onClick={() => onChoose(place - 1)}>
        {t('request.before')}
      </Button>
      <span role="status">{t('request.turn', { place: place + 1, total })}</span>
      <Button {...buttonProps} disabled={place === total - 1} onClick={() => onChoose(place + 1)}>
        {t('request.after')}
      </Button>
    </Group>
  )
}
