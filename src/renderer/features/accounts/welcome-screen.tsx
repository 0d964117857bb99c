import { Box, Button, Flex, Progress, Text, UnstyledButton } from '@mantine/core'
import {
  IconCheck,
  IconChevronRight,
  IconFileImport,
  IconFolderOpen,
  IconPlayerPlay,
  IconShieldLock,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Account, DEMO_COMPANY } from '../../../shared/features/accounts/account.ts'
import { isInProgress } from '../../../shared/features/downloads/download.ts'
import { readAccounts } from '../../app-state.ts'
import { call, onChanged } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { resolvePeriod, todayInView } from '../../period.ts'
import { useCall } from '../../query.ts'
import { AccountMark } from '../../ui/account-mark.tsx'
import { Column } from '../../ui/column.tsx'
import { useFormat } from '../../ui/format.ts'
import { useNow } from '../../ui/freshness.tsx'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { goToLater, openAccount, useView } from '../../view.ts'
import { ConnectForm } from './connect-form.tsx'
import classes from './welcome.module.css'

/** The screen to start with an account: open the demo, enter a key, or open an existing account. */
export function WelcomeScreen() {
  const { t } = useTranslation('welcome')
  const { accounts } = useView(({ info }) => info)
  const isFirst = accounts.length === 0
  return (
    <Box maw={1040} mx="auto" pt="clamp(0px, 6vh, 60px)" pb={24}>
      <Box component="h1" fz="1.75rem" fw={600} lh={1.25}>
        {t(isFirst ? 'title' : 'titleAgain')}
      </Box>
      <Box component="p" mt={8} mb={24} fz="0.9375rem" c="var(--desk-second)">
        {t('lead')}
      </Box>
      {!isFirst && <KnownAccounts accounts={accounts} />}
      <div className={classes.ways}>
        <Demo isMain={isFirst} />
        <ConnectForm onConnect={opening} />
      </div>
      <OpenReport />
      <Flex
        component="p"
        gap={8}
        align="center"
        justify="center"
        mt={20}
        className={`${kit.quiet} ${classes.privacy}`}
      >
        <IconShieldLock size={15} aria-hidden />
        {t('privacy')}
      </Flex>
    </Box>
  )
}

/** Returns what opens an account, unless the user has opened another screen since this call. */
function opening() {
  const go = goToLater()
  return async ({ id }: Account) => {
    await readAccounts()
    openAccount(id, go)
  }
}

function Demo({ isMain }: { isMain: boolean }) {
  const { t } = useTranslation('welcome')
  const zone = useView(({ info }) => info.zone)
  const { mutate, failure, isPending } = useMutation()
  const [demo, setDemo] = useState<string | null>(null)
  const start = () =>
    void mutate(async () => {
      const open = opening()
      const account = await call.accounts.demo({ timezone: zone })
      setDemo(account.id)
      if (account.downloadedAt === null) await downloadDemo(account)
      await open(account)
    })
  const facts = [
    t('demo.players', { count: DEMO_COMPANY.players }),
    t('demo.days', { count: DEMO_COMPANY.days }),
    t('demo.network'),
  ]
  return (
    <Column component="section" gap={12} p={24} className={classes.card}>
      <Box component="h2" fz="lg" fw={600} lh={1.35}>
        {t('demo.title')}
      </Box>
      <p className={classes.cardText}>{t('demo.text')}</p>
      <DemoPicture />
      <Flex
        component="ul"
        gap="4px 20px"
        wrap="wrap"
        c="var(--desk-second)"
        className={`${kit.list} ${classes.facts}`}
      >
        {facts.map((fact) => (
          <Flex key={fact} component="li" gap={6} align="center">
            <IconCheck size={15} aria-hidden />
            {fact}
          </Flex>
        ))}
      </Flex>
      <p className={classes.cardText}>{t('demo.edit')}</p>
      {isPending && demo !== null && <Progressing account_id={demo} />}
      <Button
        fullWidth
        mt="auto"
        variant={isMain ? 'filled' : 'default'}
        leftSection={<IconPlayerPlay size={15} aria-hidden />}
        loading={isPending}
        onClick={start}
      >
        {t('demo.button')}
      </Button>
      {failure && <Notice failure={failure} onRetry={start} />}
    </Column>
  )
}

/** The progress of an account's download, in place of a loading indicator. */
export function Progressing({ account_id }: { account_id: string }) {
  const { t } = useTranslation('welcome')
  const downloads = useCall('downloads', 'list').value
  const own = downloads?.find((one) => one.account_id === account_id && isInProgress(one))
  const { done, total } = own ?? { done: 0, total: 0 }
  if (total === 0) return null
  const text = t('demo.loading', { done, total })
  return (
    <div role="status">
      <Text c="dimmed" mb="xs">
        {text}
      </Text>
      <Progress size="sm" value={(100 * done) / total} aria-label={text} />
    </div>
  )
}

/**
 * A decorative curve with its pitch, clicks and sales: what the demo will show, not real figures.
 */
const DemoPicture = () => (
  <svg className={classes.picture} viewBox="0 0 400 150" aria-hidden>
    <path d={`${CURVE} V104 H8 Z`} fill="var(--desk-spark)" opacity={0.08} />
    <path d={CURVE} stroke="var(--desk-spark)" strokeWidth={1.6} />
    <path d="M8 104.5H392M8 122.5H392M8 142.5H392" stroke="var(--desk-line)" />
    <path d={bars(122, CLICKS)} stroke="var(--desk-click)" strokeWidth={2} />
    <path d={bars(142, SALES)} stroke="var(--desk-sale)" strokeWidth={2} />
    <path d="M192 8V142" stroke="var(--desk-bad)" strokeWidth={1.5} />
  </svg>
)

const CURVE =
  'M8 20 L12 44 L28 62 L48 68 L84 77 L164 85 L192 90 L204 97 L232 99 L276 101 L340 102 L392 103'
const CLICKS = [12, 14, 13, 4, 9, 3, 6, 5, 2, 7, 4, 3, 2, 5, 1, 3, 6, 4, 7, 3, 2, 1, 2]
const SALES = [3, 8, 6, 12, 4, 9, 5, 7, 2, 0, 6, 4, 0, 8, 3, 0, 11, 5, 0, 0, 2]

const bars = (ground: number, heights: readonly number[]) =>
  heights.map((height, index) => `M${194 + index * 7.5} ${ground}v${-height}`).join('')

/** Downloads what the overview shows, then dashboards and videos in the background. */
async function downloadDemo({ id: account_id, timezone }: Account) {
  const { overviewPeriod } = useView.getState().preferences
  const { period, comparison } = resolvePeriod(overviewPeriod, todayInView(timezone))
  const scope = { account_id, period, comparison, player_ids: null }
  const start = (withPlayers: boolean) => call.downloads.start({ ...scope, withPlayers })
  // The demo opens even if this fails: the overview says what is missing, and why.
  await start(false)
    .then(() => downloadEnds(account_id))
    .then(() => start(true))
    .catch(() => undefined)
  // The overview does not wait for them.
  call.videos.refresh({ account_id, video_id: null }).catch(() => undefined)
}

function downloadEnds(account_id: string): Promise<void> {
  return new Promise((resolve) => {
    const look = async () => {
      const downloads = await call.downloads.list()
      if (downloads.some((one) => one.account_id === account_id && isInProgress(one))) return
      stop()
      resolve()
    }
    const stop = onChanged(['downloads'], () => void look())
    void look()
  })
}

/** A report can be read without an account: its file can be dropped anywhere on the window. */
function OpenReport() {
  const { t } = useTranslation('welcome')
  const { t: ofReport } = useTranslation('report')
  const { mutate, failure, isPending } = useMutation()
  const open = () => void mutate(() => call.reports.openFile())
  return (
    <Flex
      component="section"
      gap={12}
      wrap="wrap"
      align="center"
      mt={16}
      px={24}
      py={16}
      className={classes.strip}
    >
      <IconFileImport size={20} stroke={1.6} aria-hidden />
      <Box flex="1 1 300px">
        <h2 className={kit.heading}>{t('report')}</h2>
        <p className={classes.cardText}>{ofReport('openFileHint')}</p>
      </Box>
      <Button
        leftSection={<IconFolderOpen size={15} aria-hidden />}
        loading={isPending}
        onClick={open}
      >
        {ofReport('openFile')}
      </Button>
      {failure && <Notice failure={failure} onRetry={open} />}
    </Flex>
  )
}

function KnownAccounts({ accounts }: { accounts: readonly Account[] }) {
  const { t } = useTranslation('welcome')
  const format = useFormat()
  const now = useNow()
  return (
    <Column component="section" gap={12} p={24} className={classes.card}>
      <Box component="h2" fz="lg" fw={600} lh={1.35}>
        {t('back')}
      </Box>
      <Column component="ul" gap={2} mx={-8} className={kit.list}>
        {accounts.map((account) => (
          <li key={account.id}>
            <UnstyledButton
              className={`${kit.hover} ${classes.account}`}
              onClick={() => openAccount(account.id)}
            >
              <AccountMark id={account.id} name={account.name} />
              <Column component="span" flex={1} miw={0}>
                <span className={`${kit.cut} ${kit.heading}`}>{account.name}</span>
                <span className={kit.quiet}>
                  {account.downloadedAt
                    ? t('lastDownload', { ago: format.ago(account.downloadedAt, now) })
                    : t('neverDownloaded')}
                  {` · ${account.timezone}`}
                </span>
              </Column>
              <IconChevronRight size={16} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </Column>
    </Column>
  )
}
