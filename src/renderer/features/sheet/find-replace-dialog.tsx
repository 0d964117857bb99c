import { Button, Group, Kbd, Text } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import { MOST_VIDEOS } from '../../../shared/features/publishing/edit.ts'
import { type Cells, makeCells } from '../../../shared/features/sheet/cell.ts'
import {
  isHtml,
  isTicked,
  replacementEdits,
  searchedColumns,
  type Ticks,
  videosOf,
} from '../../../shared/features/sheet/find-replace.ts'
import type { SheetEdits } from '../../../shared/features/sheet/gestures.ts'
import type { SheetRow, SheetVideo } from '../../../shared/features/sheet/rows.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LeftInFlight, saveEdits, TooMany } from '../../ui/edits/save-edits.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { useView } from '../../view.ts'
import classes from './find-replace.module.css'
import { FindReplaceControls } from './find-replace-controls.tsx'
import {
  emptyForm,
  type Form,
  fieldsOf,
  findKey,
  hostOf,
  replacementOf,
  rowsAt,
} from './find-replace-form.ts'
import { FindReplacePreview } from './find-replace-preview.tsx'
import type { Gestures } from './use-gestures.ts'
import { useHosts, useReplacements } from './use-replacements.ts'

interface FindReplaceProps {
  account_id: string
  group: SettingsGroup
  /** All rows of the tab. */
  rows: readonly SheetRow[]
  /** The keys of the rows of the selection. */
  chosen: readonly string[]
  /** The column of the cursor. */
  column: string | null
  tagsOf: (video_id: string) => readonly string[]
  inTurn: Gestures['inTurn']
  onClose: () => void
}

/** Replaces texts or parts of addresses in many rows, after a preview of each change. */
export function FindReplaceDialog(props: FindReplaceProps) {
  const { group, rows, chosen, column, tagsOf, onClose } = props
  const { t } = useTranslation('findReplace')
  const [form, setForm] = useState(() => emptyForm(group, { chosen: chosen.length, column }))
  const cells = useCells(group, rows)
  const { where } = form
  const places = useMemo(() => ({ rows, chosen, tagsOf }), [rows, chosen, tagsOf])
  const scoped = useMemo(() => rowsAt(where, places), [where, places])
  const fields = useFields(group, form)
  const searched = useMemo(
    () => ({ rows: scoped, columns: fields, cells }),
    [scoped, fields, cells],
  )
  const hosts = useHosts(searched)
  const replacement = useReplacement(form, hosts)
  const { includesOff } = form
  const preview = useReplacements(
    useMemo(
      () => ({ group, ...searched, replacement, includesOff }),
      [group, searched, replacement, includesOff],
    ),
  )
  const { save, undo, done, forget, ...saving } = useReplacing(props)
  const [ticks, setTicks] = useTicks(findKey({ ...form, host: hostOf(form, hosts) }), forget)
  const ticked = useMemo(
    () => preview.proposed.filter((one) => isTicked(one, ticks)),
    [preview.proposed, ticks],
  )
  const videos = useMemo(() => videosOf(ticked), [ticked])
  const isTooMany = videos > MOST_VIDEOS
  // The result is shown until the rows contain it, so that the replacement is not made twice.
  const isReady = !preview.isPending && !saving.isPending && !done
  const canSave = ticked.length > 0 && !isTooMany && isReady
  const replace = () => {
    if (!canSave) return
    // Otherwise the next host in use would replace the one that no longer occurs.
    if (replacement?.mode === 'host') setForm({ ...form, host: replacement.host })
    void save(replacementEdits(group, ticked, ticks), { places: ticked.length, videos })
  }
  const change = (next: Partial<Form>) => {
    forget()
    setForm((known) => ({ ...known, ...next }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    replace()
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('title')}
      size={1180}
      classNames={{ content: classes.content, header: classes.header, body: classes.body }}
    >
      <Hints />
      {/* Keys of every control of the dialog. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes.dialog} onKeyDown={onKeyDown}>
        <FindReplaceControls
          {...{ group, form, change, hosts, places, scoped }}
          trouble={preview.trouble}
          hiddenAddresses={<HiddenAddresses {...{ group, form, change, scoped, cells, hosts }} />}
        />
        <FindReplacePreview
          {...{ group, preview, ticks, setTicks }}
          isComplete={replacement !== null}
          hasManyFields={fields.length > 1}
        />
        {saving.failure && (
          <div className={classes.failure}>
            <Notice failure={saving.failure} />
          </div>
        )}
        <Footer
          {...{ done, undo, isTooMany, canSave, replace, onClose }}
          places={ticked.length}
          isSaving={saving.isPending}
        />
      </div>
    </Dialog>
  )
}

/** The cells of the rows' videos. Keeps its identity while an edit changes only the rows. */
function useCells(group: SettingsGroup, rows: readonly SheetRow[]): Cells {
  const { language } = useFormat()
  return useMemo(() => {
    const videos = new Map<string, SheetVideo>(rows.map(({ video }) => [video.id, video]))
    return makeCells({ group, language, videos: [...videos.values()] })
  }, [group, language, rows])
}

function useFields(group: SettingsGroup, form: Form) {
  const fields = fieldsOf(group, form)
  const key = fields.map((column) => column.key).join(' ')
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says which these are
  return useMemo(() => fields, [group, key])
}

/** Keeps its identity while equal, because not all typed text changes the search. */
function useReplacement(form: Form, hosts: Parameters<typeof replacementOf>[1]) {
  const replacement = replacementOf(form, hosts)
  const key = JSON.stringify(replacement)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says which it is
  return useMemo(() => replacement, [key])
}

const NO_TICKS: Ticks = new Map()

/** What the user ticked, until the search changes. */
function useTicks(key: string, onTick: () => void) {
  const [kept, setKept] = useState({ key, ticks: NO_TICKS })
  const ticks = kept.key === key ? kept.ticks : NO_TICKS
  const setTicks = useCallback(
    (next: Ticks) => {
      onTick()
      setKept({ key, ticks: next })
    },
    [key, onTick],
  )
  return [ticks, setTicks] as const
}

interface Done {
  places: number
  videos: number
  leftOut: number
}

function useReplacing({ account_id, inTurn }: Pick<FindReplaceProps, 'account_id' | 'inTurn'>) {
  const { mutate, failure, isPending } = useMutation()
  const [done, setDone] = useState<Done | null>(null)
  const save = (edits: SheetEdits, counts: Omit<Done, 'leftOut'>) =>
    mutate(async () => {
      const leftOut = await inTurn(() => saveEdits({ account_id, edits }))
      setDone({ ...counts, places: counts.places - leftOut, leftOut })
    })
  const undo = async () => {
    // A second click would take back the step before the replacement.
    if (isPending) return
    await mutate(async () => {
      await inTurn(() => call.edits.undo({ account_id }))
      setDone(null)
    })
  }
  const forget = useCallback(() => setDone(null), [])
  return { save, undo, done, forget, failure, isPending }
}

function Hints() {
  const { t } = useTranslation('findReplace')
  const keyNames = useTranslation('ui').t
  const isMac = useView(({ info }) => info.platform === 'darwin')
  const hints = [
    [[keyNames('keys.Space')], 'tick'],
    [['↑', '↓'], 'move'],
    [[isMac ? '⌘+Enter' : 'Ctrl+Enter'], 'replace'],
  ] as const
  return (
    <div className={classes.hints}>
      {hints.map(([keys, name]) => (
        <Group key={name} gap={4} wrap="nowrap">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          <span>{t(`hint.${name}`)}</span>
        </Group>
      ))}
    </div>
  )
}

interface FooterProps extends OutcomeProps {
  canSave: boolean
  /** The number of ticked changes. */
  places: number
  replace: () => void
  onClose: () => void
}

function Footer({ canSave, isSaving, places, replace, onClose, ...outcome }: FooterProps) {
  const { t } = useTranslation('findReplace')
  return (
    <footer className={classes.footer}>
      <Outcome {...outcome} isSaving={isSaving} />
      <Group gap={8} wrap="nowrap">
        <Button onClick={onClose}>{t(outcome.done ? 'close' : 'cancel')}</Button>
        <Button
          variant="filled"
          disabled={!canSave && !isSaving}
          loading={isSaving}
          onClick={replace}
        >
          {t('replace', { count: places })}
        </Button>
      </Group>
    </footer>
  )
}

interface OutcomeProps {
  done: Done | null
  undo: () => Promise<void>
  isTooMany: boolean
  isSaving: boolean
}

/** What was done, or what replacing will do. */
export function Outcome({ done, undo, isTooMany, isSaving }: OutcomeProps) {
  const { t } = useTranslation('findReplace')
  if (isTooMany && !done) return <TooMany />
  return (
    <Group gap={8} wrap="nowrap" miw={0} role="status">
      {done ? (
        <>
          <LeftInFlight count={done.leftOut} />
          {done.places > 0 && (
            <>
              <IconCircleCheck size={16} color="var(--desk-good)" aria-hidden />
              <Text size="sm">
                {t('done', {
                  places: t('places', { count: done.places }),
                  videos: t('videos', { count: done.videos }),
                })}
              </Text>
              <Button size="compact-xs" disabled={isSaving} onClick={() => void undo()}>
                {t('undo')}
              </Button>
            </>
          )}
        </>
      ) : (
        <>
          <IconArrowBackUp size={16} aria-hidden color="var(--desk-third)" />
          <Text size="sm" c="dimmed">
            {t('promise')}
          </Text>
        </>
      )}
    </Group>
  )
}

interface HiddenProps {
  group: SettingsGroup
  form: Form
  change: (next: Partial<Form>) => void
  scoped: readonly SheetRow[]
  cells: Cells
  hosts: ReturnType<typeof useHosts>
}

/** The number of addresses of the host that are inside HTML, while HTML is not searched. */
function HiddenAddresses({ group, form, change, scoped, cells, hosts }: HiddenProps) {
  const { t } = useTranslation('findReplace')
  const { addressFields } = form
  const searched = useMemo(() => {
    const columns = searchedColumns(group, 'host').filter(
      (column) => isHtml(column) && !addressFields.includes(column.key),
    )
    return { rows: scoped, columns, cells }
  }, [group, addressFields, scoped, cells])
  const inHtml = useHosts(searched)
  const replacement = replacementOf({ ...form, newHost: 'a.example' }, hosts)
  if (form.kind !== 'host' || replacement?.mode !== 'host') return null
  const { host, subdomains } = replacement
  const count = inHtml
    .filter((one) => one.host === host || (subdomains && one.host.endsWith(`.${host}`)))
    .reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return null
  return (
    <div className={classes.hidden}>
      <Text c="dimmed">{t('inHtml', { count })}</Text>
      <Button
        size="compact-xs"
        variant="subtle"
        px={0}
        onClick={() =>
          change({ addressFields: [...addressFields, ...searched.columns.map(({ key }) => key)] })
        }
      >
        {t('addHtml')}
      </Button>
    </div>
  )
}
