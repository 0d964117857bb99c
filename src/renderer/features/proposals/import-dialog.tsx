import { Button, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { OpenedFile } from '../../../shared/features/proposals/proposal-calls.ts'
import { appTexts } from '../../../shared/locales/languages.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { base64Of } from '../../shell/dropping.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProposalReview } from './proposal-review.tsx'
import classes from './proposals.module.css'
import { TableReview } from './table-review.tsx'

interface ImportDialogProps {
  account_id: string
  group: Group
  onClose: () => void
}

/** Reads a table or a proposal. Nothing is applied before the user has reviewed it. */
export function ImportDialog({ account_id, group, onClose }: ImportDialogProps) {
  const { t } = useTranslation('proposals')
  const opening = useOpening(account_id)
  const { file } = opening
  const title =
    file?.is === 'proposal'
      ? t('review.title', { account: file.value.about.account })
      : t('import.title')
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size={file ? 1180 : 560}
      closeOnEscape={!opening.isUndecided}
      classNames={{ body: classes.body }}
    >
      {opening.failure && <Notice failure={opening.failure} onRetry={opening.retry} />}
      {!file && <FilePlace opening={opening} />}
      {file?.is === 'table' && (
        <TableReview
          key={opening.opened}
          {...{ account_id, group, onClose }}
          file={file}
          onAnother={opening.choose}
          onMade={opening.noteMade}
        />
      )}
      {file?.is === 'proposal' && (
        <ProposalReview
          key={opening.opened}
          {...{ account_id, onClose }}
          file={file}
          onAnother={opening.choose}
        />
      )}
    </Dialog>
  )
}

type Opening = ReturnType<typeof useOpening>

/** The last file that could be read; it stays when another one cannot. */
function useOpening(account_id: string) {
  const [file, setFile] = useState<OpenedFile | null>(null)
  const [opened, setOpened] = useState(0)
  const [made, setMade] = useState(0)
  const { mutate, retry, failure, isPending } = useMutation()
  const show = (next: OpenedFile | null) => {
    if (!next) return
    setFile(next)
    setOpened((before) => before + 1)
  }
  return {
    ...{ file, opened, retry, failure, isPending },
    /** Whether the file is reviewed, and nothing of it was made yet. */
    isUndecided: opened > made,
    noteMade: () => setMade(opened),
    choose: () => void mutate(async () => show(await call.proposals.open({ account_id }))),
    take: (dropped: File) =>
      void mutate(async () => {
        const bytes = await base64Of(dropped)
        show(await call.proposals.take({ account_id, file: { name: dropped.name, bytes } }))
      }),
  }
}

function FilePlace({ opening }: { opening: Opening }) {
  const { t } = useTranslation('proposals')
  const { language } = useFormat()
  const [isOver, setIsOver] = useState(false)
  // Stopped here, because the window treats any other dropped file as a report.
  const over = (isNow: boolean) => (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setIsOver(isNow)
  }
  const onDrop = (event: DragEvent) => {
    over(false)(event)
    const [dropped] = event.dataTransfer.files
    if (dropped) opening.take(dropped)
  }
  return (
    <Stack gap={12}>
      <Stack
        align="center"
        gap={8}
        className={classes.place}
        data-over={isOver || undefined}
        onDragEnter={over(true)}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={onDrop}
      >
        <IconFileImport size={28} stroke={1.4} aria-hidden />
        <Text size="md" fw={600}>
          {t('import.drop')}
        </Text>
        <Text size="sm" c="dimmed" ta="center">
          {t('import.kinds')}
        </Text>
        <Button
          variant="filled"
          data-autofocus
          loading={opening.isPending}
          onClick={opening.choose}
        >
          {t('import.choose')}
        </Button>
      </Stack>
      <Text c="dimmed">{t('import.rules', { remove: appTexts(language).files.grid.remove })}</Text>
    </Stack>
  )
}
