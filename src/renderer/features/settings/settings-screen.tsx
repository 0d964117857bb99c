import { Box, Button, Flex, NativeSelect, Stack } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  FIGURES_MB,
  FILE_KINDS,
  type Preferences,
} from '../../../shared/features/settings/preferences.ts'
import { appTexts, LANGUAGES } from '../../../shared/locales/languages.ts'
import { chooseLanguage } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useCall } from '../../query.ts'
import { Column } from '../../ui/column.tsx'
import { useFormat } from '../../ui/format.ts'
import { CopyDiagnostics } from '../../ui/guard.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { prefer, useView } from '../../view.ts'
import { Accounts } from './accounts.tsx'
import { Backup } from './backup.tsx'
import { Ledger } from './ledger.tsx'
import { ReportBranding } from './report-brand.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { Updates } from './updates.tsx'

export function SettingsScreen() {
  const { t } = useTranslation('settings')
  return (
    <Stack gap={14} maw={860} mx="auto" pb={24}>
      <ScreenHead title={t('title')} />
      <Accounts />
      <div className={classes.pair}>
        <Look />
        <Exports />
      </div>
      <ReportBranding />
      <Figures />
      <Ledger />
      <Backup />
      <Updates />
      <About />
    </Stack>
  )
}

function Look() {
  const { t } = useTranslation('settings')
  const { language, theme, density } = useView(({ preferences }) => preferences)
  return (
    <Section part="look" title={t('look.title')}>
      <NativeSelect
        label={t('look.language')}
        value={language}
        data={[
          { value: 'system', label: t('look.system') },
          ...LANGUAGES.map((value) => ({ value, label: appTexts(value).name })),
        ]}
        onChange={({ currentTarget }) =>
          void chooseLanguage(currentTarget.value as Preferences['language'])
        }
      />
      <NativeSelect
        label={t('look.theme')}
        value={theme}
        data={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`look.${value}`),
        }))}
        onChange={({ currentTarget }) =>
          prefer({ theme: currentTarget.value as Preferences['theme'] })
        }
      />
      <NativeSelect
        label={t('look.density')}
        value={density}
        data={(['compact', 'comfortable'] as const).map((value) => ({
          value,
          label: t(`look.${value}`),
        }))}
        onChange={({ currentTarget }) =>
          prefer({ density: currentTarget.value as Preferences['density'] })
        }
      />
    </Section>
  )
}

function Exports() {
  const { t } = useTranslation('settings')
  const { fileKind } = useView(({ preferences }) => preferences)
  return (
    <Section part="exports" title={t('exports.title')}>
      <Column component="fieldset" gap={8}>
        <Box component="legend" mb={6} fw={500}>
          {t('exports.flavour')}
        </Box>
        {FILE_KINDS.map((each) => (
          <Flex
            key={each}
            component="label"
            gap={8}
            align="flex-start"
            lh={1.4}
            className={classes.choice}
          >
            <input
              type="radio"
              name="flavour"
              checked={fileKind === each}
              onChange={() => prefer({ fileKind: each })}
            />
            <span>{t(`exports.${each}`)}</span>
          </Flex>
        ))}
      </Column>
    </Section>
  )
}

function About() {
  const { t } = useTranslation('settings')
  const { dataFolder, version, electron } = useView(({ info }) => info)
  return (
    <Section part="about" title={t('about.title')}>
      <dl className={classes.facts}>
        <dt>{t('about.folder')}</dt>
        <dd>
          <code className={classes.path}>{dataFolder}</code>
          <CopyButton text={dataFolder} />
        </dd>
        <dt>{t('about.version')}</dt>
        <dd>
          {`Cuepoint ${version} · Electron ${electron}`}
          <Button size="compact-xs" onClick={() => void call.app.about()}>
            {t('about.licences')}
          </Button>
        </dd>
      </dl>
      <CopyDiagnostics />
      <Column component="ul" gap={5} maw="88ch" pl={18} lh={1.5} c="dimmed">
        {(['keys', 'figures', 'definitions', 'sales'] as const).map((line) => (
          <li key={line}>{t(`about.${line}`)}</li>
        ))}
      </Column>
    </Section>
  )
}

function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('settings')
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await call.app.copy({ text })
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 2000)
  }
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Button
      size="compact-xs"
      leftSection={<Icon size={13} aria-hidden />}
      onClick={() => void copy()}
    >
      {t(isCopied ? 'about.copied' : 'about.copy')}
    </Button>
  )
}

/** The size of the downloaded figures on this computer, and its limit. */
function Figures() {
  const { t } = useTranslation('settings')
  const { bytes } = useFormat()
  const { figuresMb } = useView(({ preferences }) => preferences)
  const size = useCall('backup', 'state').value?.sizes.figures
  return (
    <Section part="figures" title={t('figures.title')}>
      <p className={classes.text}>
        {size !== undefined && `${t('figures.held', { size: bytes(size) })} `}
        {t('figures.text')}
      </p>
      <div className={classes.pair}>
        <NativeSelect
          label={t('figures.most')}
          value={figuresMb}
          data={FIGURES_MB.map((mb) => ({ value: `${mb}`, label: bytes(mb * 1e6) }))}
          onChange={({ currentTarget }) =>
            prefer({ figuresMb: Number(currentTarget.value) as Preferences['figuresMb'] })
          }
        />
      </div>
    </Section>
  )
}
