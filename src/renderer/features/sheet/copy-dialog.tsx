import { Checkbox, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { type ChangeEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Collection } from '../../../shared/api/settings/index.ts'
import { isTooMany } from '../../../shared/features/publishing/edit.ts'
import {
  type CopiedItem,
  copyEdits,
  type Fit,
  type FitTrouble,
  fitTroubles,
} from '../../../shared/features/sheet/gestures.ts'
import type { SheetVideo } from '../../../shared/features/sheet/rows.ts'
import { withKeys } from '../../../shared/maps.ts'
import { folded, wordSearch } from '../../../shared/tables/table.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { TooMany } from '../../ui/edits/save-edits.tsx'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSheetVideos } from '../../ui/sheet-videos.ts'
import { useView } from '../../view.ts'
import { itemsBetween } from './selection.ts'
import classes from './sheet.module.css'

interface CopyDialogProps {
  account_id: string
  group: Collection
  copied: readonly CopiedItem[]
  /** The items with what the click that opened the dialog may still be saving. */
  latest?: () => Promise<readonly CopiedItem[]>
  tagsOf: (video_id: string) => readonly string[]
  /** Called when copies are being created in the current account. */
  onCopy?: (saved: Promise<{ isSaved: boolean }>) => void
  onClose: () => void
}

const FITS = ['none', 'pitch', 'length'] as const satisfies readonly Fit[]
/** A longer list is not readable; a search narrows it. */
const MOST_LISTED = 200

/**
 * Copies items to other videos, of this account or another, as new items. An item without a video
 * is added as a new one.
 */
export function CopyDialog(props: CopyDialogProps) {
  const { account_id, group, copied, latest, tagsOf, onCopy, onClose } = props
  const { t } = useTranslation('sheet')
  const [target, setTarget] = useState(account_id)
  const { value: videos, failure: unread, refetch } = useSheetVideos(target, group)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NOTHING)
  const [fit, setFit] = useState<Fit>('none')
  const { mutate, failure, isPending } = useMutation()
  const targets = useMemo(() => (videos ?? []).filter(({ id }) => chosen.has(id)), [videos, chosen])
  const hasTooMany = useMemo(
    () => isTooMany(copyEdits(group, copied, { videos: targets, fit })),
    [group, copied, targets, fit],
  )
  const troubles = useMemo(
    () => fitTroubles(copied, { videos: targets, fit }),
    [copied, targets, fit],
  )
  const copy = () =>
    void mutate(async () => {
      const items = (await latest?.()) ?? copied
      const edits = copyEdits(group, items, { videos: targets, fit })
      const saved = call.edits.save({ account_id: target, edits })
      if (target === account_id) {
        onCopy?.(
          saved.then(
            () => ({ isSaved: true }),
            () => ({ isSaved: false }),
          ),
        )
      }
      await saved
      onClose()
    })
  const isNew = copied.every(({ from }) => from === null)
  return (
    <Dialog
      onClose={onClose}
      title={isNew ? t('copy.newTitle') : t('copy.title', { count: copied.length })}
      size="lg"
    >
      <Stack gap={12}>
        <AccountField
          {...{ target }}
          onChange={(next) => {
            setTarget(next)
            setChosen(NOTHING)
          }}
        />
        {unread && <Notice failure={unread} onRetry={refetch} />}
        <VideoPicker
          videos={videos ?? []}
          // Tags belong to the players of one account.
          tagsOf={target === account_id ? tagsOf : withoutTags}
          {...{ chosen }}
          onChange={setChosen}
        />
        {group === 'call_actions' && !isNew && <FitField {...{ fit }} onChange={setFit} />}
        {troubles.map((one) => (
          <Trouble key={one.trouble} {...one} fit={fit} />
        ))}
        {hasTooMany && <TooMany />}
        <DialogFoot
          {...{ failure, isPending }}
          disabled={targets.length === 0 || hasTooMany}
          onCancel={onClose}
          onClick={copy}
        >
          {t(isNew ? 'copy.add' : 'copy.do', { count: targets.length })}
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

const NOTHING: ReadonlySet<string> = new Set()
const withoutTags = () => []

function AccountField({ target, onChange }: { target: string; onChange: (id: string) => void }) {
  const { t } = useTranslation('sheet')
  const accounts = useView(({ info }) => info.accounts)
  if (accounts.length < 2) return null
  return (
    <NativeSelect
      label={t('copy.account')}
      value={target}
      data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

interface VideoPickerProps {
  videos: readonly SheetVideo[]
  tagsOf: CopyDialogProps['tagsOf']
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** A list of videos to select, searchable by name or tag; Shift selects a range. */
function VideoPicker({ videos, tagsOf, chosen, onChange }: VideoPickerProps) {
  const { t } = useTranslation('sheet')
  const [search, setSearch] = useState('')
  const found = useMemo(() => {
    const hasWords = wordSearch(search)
    return videos.filter(
      ({ id, name }) => !hasWords || hasWords(folded([name, id, ...tagsOf(id)].join(' '))),
    )
  }, [videos, search, tagsOf])
  const choose = (picked: readonly SheetVideo[], isChosen: boolean) => {
    const ids = picked.map(({ id }) => id)
    onChange(withKeys(chosen, ids, isChosen))
  }
  const last = useRef<string | null>(null)
  const onVideo = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>, at: number) => {
    const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey
    const from = isRange ? found.findIndex(({ id }) => id === last.current) : -1
    choose(itemsBetween(found, from, at), currentTarget.checked)
    last.current = found[at]?.id ?? null
  }
  const isAll = found.length > 0 && found.every(({ id }) => chosen.has(id))
  return (
    <>
      <SearchField value={search} onChange={setSearch} label={t('copy.search')} />
      <Stack
        gap={8}
        mah={260}
        p={10}
        className={`${kit.outlined} ${classes.videos}`}
        role="group"
        aria-label={t('copy.videos')}
      >
        <Checkbox
          fw={600}
          label={t('copy.all', { count: found.length })}
          checked={isAll}
          indeterminate={!isAll && found.some(({ id }) => chosen.has(id))}
          onChange={({ currentTarget }) => choose(found, currentTarget.checked)}
        />
        {found.slice(0, MOST_LISTED).map((video, at) => (
          <Checkbox
            key={video.id}
            label={video.name || video.id}
            checked={chosen.has(video.id)}
            onChange={(event) => onVideo(event, at)}
          />
        ))}
        {found.length > MOST_LISTED && (
          <Text c="dimmed">{t('copy.more', { count: found.length - MOST_LISTED })}</Text>
        )}
      </Stack>
    </>
  )
}

function FitField({ fit, onChange }: { fit: Fit; onChange: (fit: Fit) => void }) {
  const { t } = useTranslation('sheet')
  return (
    <Radio.Group label={t('copy.fit')} value={fit} onChange={(value) => onChange(value as Fit)}>
      <Stack gap={10} mt={8}>
        {FITS.map((one) => (
          <Radio key={one} value={one} label={t(`copy.fit-${one}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface TroubleProps {
  trouble: FitTrouble
  videos: readonly SheetVideo[]
  fit: Fit
}

function Trouble({ trouble, videos, fit }: TroubleProps) {
  const { t } = useTranslation('sheet')
  if (videos.length === 0) return null
  const names = videos.slice(0, 3).map(({ name, id }) => name || id)
  const words = { count: videos.length, videos: names.join(', ') }
  return (
    <Text size="sm" c="var(--desk-warn)" role="status">
      {trouble === 'unfitted'
        ? t(fit === 'pitch' ? 'copy.noPitch' : 'copy.noLength', words)
        : t(`copy.${trouble}`, words)}
    </Text>
  )
}
