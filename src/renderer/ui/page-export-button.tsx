import { ActionIcon, Box, Button, Divider, Group, Text } from '@mantine/core'
import { IconChevronDown, IconCopy, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useContext, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_KINDS, type FileKind } from '../../shared/features/settings/preferences.ts'
import { tableName } from '../../shared/tables/titles.ts'
import { call } from '../bridge.ts'
import { useMutation } from '../mutation.ts'
import { WITHIN_HEIGHT } from '../theme.ts'
import { prefer, useReport, useView } from '../view.ts'
import { Chooser } from './block.tsx'
import classes from './export-button.module.css'
import { useFormat } from './format.ts'
import { type FreezableScreen, freezeScreen } from './freeze-button.tsx'
import kit from './kit.module.css'
import { Notice } from './notice.tsx'
import {
  PageExports,
  PICTURE_WAYS,
  type PictureOffer,
  picturesOf,
  type TableOffer,
  tablesOf,
} from './page-exports.ts'
import { Popover } from './popover.tsx'

/**
 * The export menu of a page: each table and chart as a file or on the clipboard, and the page as a PDF. Progress
 * and result appear in the window's list of exports.
 */
export function PageExportButton({ screen }: { screen: FreezableScreen }) {
  const { t } = useTranslation()
  const { t: report } = useTranslation('report')
  const [isOpen, setIsOpen] = useState(false)
  const { take, retry, result, forget, failure } = useTaking()
  const pdf = usePdf(screen)
  const close = () => setIsOpen(false)
  return (
    <Box pos="relative">
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-end"
        width={420}
        middlewares={WITHIN_HEIGHT}
      >
        <Popover.Target>
          <Button
            leftSection={<IconDownload size={15} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            onClick={() => {
              forget()
              setIsOpen(!isOpen)
            }}
          >
            {t('exports.page')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={8} aria-label={t('exports.page')}>
          <Files {...{ take, close }} />
          <Text c="dimmed" role="status">
            {result}
          </Text>
          {pdf.offered && (
            <>
              <Divider my={6} />
              <Row name={report('pdf')} hint={t('exports.pdfHint')}>
                <Way label={report('pdf')} onTake={() => (close(), pdf.save())}>
                  PDF
                </Way>
              </Row>
            </>
          )}
        </Popover.Dropdown>
      </Popover>
      <div className={kit.failure}>
        {failure && <Notice failure={failure} onRetry={retry} />}
        {pdf.failure && <Notice failure={pdf.failure} onRetry={pdf.save} />}
      </div>
    </Box>
  )
}

/** Runs an entry's action, and keeps its result until it is forgotten. */
function useTaking() {
  const { mutate, retry, failure } = useMutation()
  const [result, setResult] = useState<string | null>(null)
  const take = (act: () => Promise<string | null>) => {
    setResult(null)
    void mutate(async () => setResult(await act()))
  }
  return { take, retry, failure, result, forget: () => setResult(null) }
}

interface FilesProps {
  take: (act: () => Promise<string | null>) => void
  close: () => void
}

function Files({ take, close }: FilesProps) {
  const { t } = useTranslation()
  const offers = useContext(PageExports)
  const { fileKind } = useView(({ preferences }) => preferences)
  if (!offers) return null
  return (
    <>
      <Section name={t('exports.tables')}>
        <Chooser<FileKind>
          label={t('exports.fileKind')}
          value={fileKind}
          choices={FILE_KINDS.map((value) => ({ value, label: t(`exports.${value}`) }))}
          onChange={(chosen) => prefer({ fileKind: chosen })}
        />
      </Section>
      <Text c="dimmed" mb={4}>
        {t(`exports.${fileKind}Hint`)}
      </Text>
      {tablesOf(offers).map((table) => (
        <TableRow key={table.request.table} {...{ table, fileKind, take, close }} />
      ))}
      <Section name={t('exports.charts')} />
      {picturesOf(offers).map((picture) => (
        <PictureRow key={picture.title} {...{ picture, take }} />
      ))}
    </>
  )
}

interface TableRowProps extends FilesProps {
  table: TableOffer
  fileKind: FileKind
}

function TableRow({ table: { request, isDisabled }, fileKind, take, close }: TableRowProps) {
  const { t } = useTranslation()
  const { language } = useFormat()
  const name = tableName(request.table, language)
  const write = async () => {
    await call.exports.start({ request, flavour: fileKind, language })
    return null
  }
  const copy = async () =>
    t('exports.copied', { count: await call.exports.copy({ request, language }) })
  return (
    <Row name={name}>
      <Way
        label={`${name}: ${t('exports.copy')}`}
        isDisabled={isDisabled}
        onTake={() => take(copy)}
      />
      <Way
        label={`${name}: ${t(`exports.${fileKind}`)}`}
        isDisabled={isDisabled}
        onTake={() => (close(), take(write))}
      >
        {fileKind === 'xlsx' ? 'XLSX' : 'CSV'}
      </Way>
    </Row>
  )
}

function PictureRow({ picture, take }: Pick<FilesProps, 'take'> & { picture: PictureOffer }) {
  const { t } = useTranslation('picture')
  return (
    <Row name={picture.title}>
      {PICTURE_WAYS.map((way) => (
        <Way
          key={way}
          label={`${picture.title}: ${t(way)}`}
          onTake={() =>
            take(async () => {
              const done = await picture.take(way)
              return done && t(done)
            })
          }
        >
          {way === 'copy' ? undefined : way.toUpperCase()}
        </Way>
      ))}
    </Row>
  )
}

function Section({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <Group justify="space-between" mt={4} mb={2}>
      <Text fw={600} c="dimmed">
        {name}
      </Text>
      {children}
    </Group>
  )
}

function Row({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <Group
      role="group"
      aria-labelledby={id}
      gap={4}
      wrap="nowrap"
      className={`${kit.hover} ${classes.row}`}
    >
      <Box flex={1} miw={0}>
        <Text id={id} size="sm" truncate title={name}>
          {name}
        </Text>
        {hint && <Text c="dimmed">{hint}</Text>}
      </Box>
      {children}
    </Group>
  )
}

interface WayProps {
  label: string
  isDisabled?: boolean
  onTake: () => void
  /** Displays the copy icon when absent. */
  children?: string | undefined
}

function Way({ label, isDisabled = false, onTake, children }: WayProps) {
  const shared = { variant: 'default', disabled: isDisabled, title: label, onClick: onTake }
  return children ? (
    <Button {...shared} size="compact-xs" miw={46} aria-label={label}>
      {children}
    </Button>
  ) : (
    <ActionIcon {...shared} size={22} aria-label={label}>
      <IconCopy size={13} aria-hidden />
    </ActionIcon>
  )
}

/** Saves the page as a report first, because a PDF is made from a report. */
function usePdf(screen: FreezableScreen) {
  const { language } = useFormat()
  const isReport = useReport() !== null
  const { mutate, failure } = useMutation()
  const save = () =>
    void mutate(async () => call.reports.pdf({ id: await freezeScreen(screen), language }))
  return {
    // An open report has its own PDF button.
    offered: !isReport,
    save,
    failure: failure?.kind === 'cancelled' ? null : failure,
  }
}
