import { Button, Checkbox, Group, Progress } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  BackupContents,
  BackupState,
  LastBackup,
} from '../../../shared/features/backup/backup.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { Column } from '../../ui/column.tsx'
import { useFormat } from '../../ui/format.ts'
import { useNow } from '../../ui/freshness.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PreviousDesks } from './kept-desks.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'

export function Backup() {
  const { t } = useTranslation('settings')
  const state = useCall('backup', 'state').value
  const [contents, setContents] = useState({ withFigures: true, withTokens: false })
  // Main keeps the failure: the screen may be left while a backup is made.
  const { mutate, isPending } = useMutation()
  const isBusy = isPending || !state || state.running !== null
  return (
    <Section part="backup" title={t('backup.title')}>
      <Column component="ul" gap={5} maw="88ch" pl={18} lh={1.5} c="dimmed">
        {(['what', 'keys', 'open', 'copies'] as const).map((line) => (
          <li key={line}>{t(`backup.${line}`)}</li>
        ))}
      </Column>
      {state && <Contents {...{ state, contents, setContents }} />}
      <Group gap={8}>
        <Button
          variant="filled"
          disabled={isBusy}
          onClick={() => void mutate(() => call.backup.make(contents))}
        >
          {t('backup.make')}
        </Button>
        <Button disabled={isBusy} onClick={() => void mutate(() => call.backup.open())}>
          {t('backup.restore')}
        </Button>
      </Group>
      {state?.running && <Running running={state.running} />}
      {state?.failed && <Failed failed={state.failed} />}
      {state && (
        <>
          <Last last={state.last} />
          <PreviousDesks
            kept={state.kept}
            isBusy={isBusy}
            onRestore={({ name }) => void mutate(() => call.backup.openKept({ name }))}
          />
          {state.offer && <RestoreDialog offer={state.offer} />}
        </>
      )}
    </Section>
  )
}

interface ContentsProps {
  state: BackupState
  contents: BackupContents
  setContents: (contents: BackupContents) => void
}

/** The optional parts of a backup. */
function Contents({ state: { sizes }, contents, setContents }: ContentsProps) {
  const { t } = useTranslation('settings')
  const { bytes } = useFormat()
  return (
    <>
      <p className={classes.text}>
        {t('backup.size', { desk: bytes(sizes.desk), pictures: bytes(sizes.pictures) })}
      </p>
      <Checkbox
        size="sm"
        checked={contents.withFigures}
        onChange={({ currentTarget }) =>
          setContents({ ...contents, withFigures: currentTarget.checked })
        }
        label={t('backup.figures', { size: bytes(sizes.figures) })}
        description={t('backup.figuresHint')}
      />
      <Checkbox
        size="sm"
        checked={contents.withTokens}
        onChange={({ currentTarget }) =>
          setContents({ ...contents, withTokens: currentTarget.checked })
        }
        label={t('backup.tokens')}
        description={t('backup.tokensHint')}
      />
    </>
  )
}

function Running({ running }: { running: NonNullable<BackupState['running']> }) {
  const { t } = useTranslation('settings')
  const { bytes } = useFormat()
  const { what, done, total } = running
  const words =
    total === 0
      ? t('backup.begins')
      : t(what === 'make' ? 'backup.making' : 'backup.reading', {
          done: bytes(done),
          total: bytes(total),
        })
  return (
    <div className={classes.underWay} role="status">
      <span>{words}</span>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={words} />
      <Button size="compact-xs" onClick={() => void call.backup.cancel()}>
        {t('backup.stop')}
      </Button>
    </div>
  )
}

function Failed({ failed: { what, failure } }: { failed: NonNullable<BackupState['failed']> }) {
  const { t } = useTranslation('settings')
  return (
    <Notice
      failure={failure}
      about={t(`backup.failed.${what}`)}
      action={<Button onClick={() => void call.backup.dismiss()}>{t('backup.dismiss')}</Button>}
    />
  )
}

function Last({ last }: { last: LastBackup | null }) {
  const { t } = useTranslation('settings')
  const { ago, bytes, instant } = useFormat()
  const now = useNow()
  const { mutate, failure } = useMutation()
  if (!last) return <p className={classes.text}>{t('backup.none')}</p>
  const how = t(last.withFigures ? 'backup.lastWith' : 'backup.lastWithout')
  return (
    <>
      <Group gap="6px 12px">
        <span title={instant(last.at)}>
          {t('backup.last', { ago: ago(last.at, now), size: bytes(last.size), with: how })}
        </span>
        <code className={classes.path}>{last.file}</code>
        <Button size="compact-xs" onClick={() => void mutate(() => call.backup.reveal())}>
          {t('backup.show')}
        </Button>
      </Group>
      {failure && <Notice failure={failure} />}
    </>
  )
}
