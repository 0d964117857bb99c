import { Anchor, Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProposedChange } from '../../../shared/features/proposals/proposal.ts'
import {
  besideOf,
  hasPixelHtml,
  lacksPicture,
  leftOutAs,
} from '../../../shared/features/proposals/review.ts'
import type { Edit, EditsList } from '../../../shared/features/publishing/edit.ts'
import { itemName } from '../../../shared/features/publishing/value-text.ts'
import { withKeys } from '../../../shared/maps.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useEdits, useKnownItem } from '../../ui/edits/use-edits.ts'
import kit from '../../ui/kit.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { openProposals } from '../../ui/proposals.ts'
import classes from './proposals.module.css'
import { Difference, useChangeName } from './proposed-row.tsx'

interface ProposeDialogProps {
  account_id: string
  onClose: () => void
}

/** Writes unpublished changes as a file for someone else, with a note on each. */
export function ProposeDialog({ account_id, onClose }: ProposeDialogProps) {
  const { t } = useTranslation('proposals')
  const query = useEdits(account_id)
  const list = query.value
  const [saved, setSaved] = useState('')
  const [words, setWords] = useState<Words>({ by: '', note: '', notes: {} })
  const isTyped = [words.by, words.note, ...Object.values(words.notes)].some(Boolean)
  const hasChanges = list !== undefined && list.edits.length > 0
  return (
    <Dialog
      onClose={onClose}
      title={t('propose.title')}
      size={920}
      closeOnEscape={!isTyped || saved !== ''}
      classNames={{ body: classes.body }}
    >
      {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
      {list && list.edits.length === 0 && (
        <EmptyState
          title={t('propose.nothing')}
          text={t('propose.nothingText')}
          action={<OpenLink account_id={account_id} />}
        />
      )}
      {hasChanges && (
        <Choice
          {...{ account_id, list, words, saved, onClose }}
          onWords={setWords}
          onSaved={setSaved}
        />
      )}
    </Dialog>
  )
}

function OpenLink({ account_id }: { account_id: string }) {
  const { t } = useTranslation('proposals')
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={() => openProposals({ show: 'import', account_id, group: 'call_actions' })}
    >
      {t('propose.open')}
    </Anchor>
  )
}

const MOST_SHOWN = 50
const keyOf = ({ video_id, key }: Pick<Edit, 'video_id' | 'key'>) => `${video_id} ${key}`

interface Words {
  by: string
  note: string
  /** By change. */
  notes: Readonly<Record<string, string>>
}

interface ChoiceProps extends ProposeDialogProps {
  list: EditsList
  words: Words
  onWords: (words: Words) => void
  /** The message about the written file; empty before. */
  saved: string
  onSaved: (saved: string) => void
}

function Choice(props: ChoiceProps) {
  const { account_id, list, words, onWords, saved, onSaved, onClose } = props
  const { by, note, notes } = words
  const { t } = useTranslation('proposals')
  const changes = useMemo(() => list.edits.map((edit) => changeOf(edit, list.names)), [list])
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [withTokens, setWithTokens] = useState(false)
  const [withPixelHtml, setWithPixelHtml] = useState(false)
  const { mutate, failure, isPending } = useMutation()
  const isOffered = (change: ProposedChange) => {
    const as = leftOutAs(change)
    return as === null || (as === 'tokens' ? withTokens : withPixelHtml)
  }
  const included = changes.filter((change) => !leftOut.has(change.id) && isOffered(change))
  const hasTokens = changes.some((change) => leftOutAs(change) === 'tokens')
  const hasHtml = changes.some(hasPixelHtml)
  const save = () =>
    void mutate(async () => {
      // Includes the ones left out, so that the file can tell how many there are.
      const chosen = changes.filter(({ id }) => !leftOut.has(id))
      const name = await call.proposals.save({
        ...{ account_id, by, note, withTokens, withPixelHtml },
        changes: chosen.map(({ id, video_id, note }) => ({
          ...{ video_id, key: id.slice(video_id.length + 1), note: notes[id] ?? note },
        })),
      })
      if (name !== null) onSaved(t('propose.saved', { name }))
    })
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('propose.intro')}
      </Text>
      <Group gap={12} wrap="nowrap" align="flex-start">
        <TextInput
          data-autofocus
          label={t('propose.by')}
          placeholder={t('propose.byHint')}
          maxLength={200}
          w={260}
          value={by}
          onChange={({ currentTarget }) => onWords({ ...words, by: currentTarget.value })}
        />
        <TextInput
          label={t('propose.note')}
          maxLength={4000}
          flex={1}
          value={note}
          onChange={({ currentTarget }) => onWords({ ...words, note: currentTarget.value })}
        />
      </Group>
      <Picks
        {...{ account_id, changes, leftOut, notes, isOffered }}
        onLeftOut={setLeftOut}
        onNote={(id, text) => onWords({ ...words, notes: { ...notes, [id]: text } })}
      />
      {hasTokens && <Asking what="tokens" isOffered={withTokens} onOffered={setWithTokens} />}
      {hasHtml && (
        <Asking what="pixelHtml" isOffered={withPixelHtml} onOffered={setWithPixelHtml} />
      )}
      <LocalPictures {...{ account_id, included }} />
      {failure && <Notice failure={failure} />}
      <Text size="sm" role="status" className={classes.message}>
        {saved}
      </Text>
      <Group gap={8}>
        <OpenLink account_id={account_id} />
        <Button ml="auto" onClick={onClose}>
          {t(saved === '' ? 'cancel' : 'close')}
        </Button>
        <Button
          variant="filled"
          loading={isPending}
          disabled={included.length === 0}
          onClick={save}
        >
          {t('propose.do', { count: included.length })}
        </Button>
      </Group>
    </>
  )
}

interface AskingProps {
  what: 'tokens' | 'pixelHtml'
  isOffered: boolean
  onOffered: (isOffered: boolean) => void
}

/** What is left out unless the user includes it. */
function Asking({ what, isOffered, onOffered }: AskingProps) {
  const { t } = useTranslation('proposals')
  return (
    <Checkbox
      label={t(`propose.${what}`)}
      description={t(`propose.${what}Hint`)}
      checked={isOffered}
      onChange={({ currentTarget }) => onOffered(currentTarget.checked)}
    />
  )
}

interface LocalPicturesProps {
  account_id: string
  included: readonly ProposedChange[]
}

/** Pictures are uploaded when they are published, and a proposal does not contain them. */
function LocalPictures({ account_id, included }: LocalPicturesProps) {
  const { t } = useTranslation('proposals')
  const { value } = useCall('pictures', 'list', { account_id })
  if (!value) return null
  const uploaded = value.pictures.filter(({ file_ids }) => file_ids.length > 0)
  const hashes = new Set(uploaded.map(({ hash }) => hash))
  const count = included.filter(({ want }) => lacksPicture(want, hashes)).length
  if (count === 0) return null
  return <Text c="var(--desk-warn)">{t('propose.pictures', { count })}</Text>
}

interface PicksProps {
  account_id: string
  changes: readonly ProposedChange[]
  leftOut: ReadonlySet<string>
  onLeftOut: (leftOut: ReadonlySet<string>) => void
  isOffered: (change: ProposedChange) => boolean
  notes: Readonly<Record<string, string>>
  onNote: (id: string, note: string) => void
}

function Picks({ account_id, changes, leftOut, onLeftOut, isOffered, notes, onNote }: PicksProps) {
  const { t } = useTranslation('proposals')
  const [most, setMost] = useState(MOST_SHOWN)
  return (
    <Stack gap={0} mih={0} className={kit.card}>
      <div className={classes.all}>
        <Checkbox
          label={t('propose.chooseAll')}
          checked={leftOut.size === 0}
          indeterminate={leftOut.size > 0 && leftOut.size < changes.length}
          onChange={({ currentTarget }) =>
            onLeftOut(new Set(currentTarget.checked ? [] : changes.map(({ id }) => id)))
          }
        />
      </div>
      <div className={classes.picks}>
        <ul className={`${kit.list} ${classes.lines}`} aria-label={t('propose.changes')}>
          {changes.slice(0, most).map((change) => (
            <Pick
              key={change.id}
              {...{ account_id, change }}
              isOffered={isOffered(change)}
              isIn={!leftOut.has(change.id)}
              onIn={(isIn) => onLeftOut(withKeys(leftOut, [change.id], !isIn))}
              note={notes[change.id] ?? change.note}
              onNote={(text) => onNote(change.id, text)}
            />
          ))}
        </ul>
        {changes.length > most && (
          <Button variant="subtle" fullWidth onClick={() => setMost(most + MOST_SHOWN)}>
            {t('more', { count: changes.length - most })}
          </Button>
        )}
      </div>
    </Stack>
  )
}

function changeOf(edit: Edit, names: EditsList['names']): ProposedChange {
  const { video_id, group, item_id, register, kind, base, want, added, removed, note } = edit
  return {
    ...{ id: keyOf(edit), video_id, video: names[video_id] ?? video_id },
    ...{ group, item_id, register, kind, note: note ?? '', answer: null },
    item: item_id === null ? '' : itemName(kind === 'create' ? want : base),
    base: (base ?? null) as ProposedChange['base'],
    want: (want ?? null) as ProposedChange['want'],
    ...(added && { added }),
    ...(removed && { removed }),
  }
}

interface PickProps {
  account_id: string
  change: ProposedChange
  /** False for a secret that the user did not include. */
  isOffered: boolean
  isIn: boolean
  onIn: (isIn: boolean) => void
  note: string
  onNote: (note: string) => void
}

export function Pick({ account_id, change, isOffered, isIn, onIn, note, onNote }: PickProps) {
  const { t } = useTranslation('proposals')
  const { video_id, group, item_id } = change
  const { knownItem, opened } = useKnownItem({ account_id, video_id })
  // A change of one setting does not contain the name of its item.
  const item = change.item || (item_id === null ? '' : knownItem(group, item_id))
  const name = useChangeName()({ ...change, item })
  return (
    <li className={classes.pick}>
      <Checkbox
        aria-label={t('propose.chooseOf', { name })}
        checked={isIn && isOffered}
        disabled={!isOffered}
        onChange={({ currentTarget }) => onIn(currentTarget.checked)}
      />
      <Stack gap={3} className={kit.breaks}>
        <span>
          <span className={classes.about}>{change.video}</span>
          {` · ${name}`}
        </span>
        <Difference
          account_id={account_id}
          change={{ ...change, ...besideOf(change, opened?.base, opened?.edits) }}
        />
      </Stack>
      <Textarea
        aria-label={t('propose.noteOf', { name })}
        placeholder={t('propose.noteHint')}
        autosize
        maxRows={4}
        maxLength={4000}
        disabled={!isIn || !isOffered}
        value={note}
        onChange={({ currentTarget }) => onNote(currentTarget.value)}
      />
    </li>
  )
}
