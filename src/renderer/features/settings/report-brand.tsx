import { Button, Flex, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type BrandChange,
  coverText,
  type ReportBrand,
} from '../../../shared/features/reports/cover.ts'
import { call } from '../../bridge.ts'
import { useCommitOnLeave } from '../../commit-on-leave.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'

/** Whose name, logo and colour stand on the covers of reports. */
export function ReportBranding() {
  const { t } = useTranslation('clientReport')
  const { t: settings } = useTranslation('settings')
  const { value, failure, refetch } = useCall('reports', 'brand')
  return (
    <Section part="reports" title={settings('reports.title')}>
      <p className={kit.quiet}>{t('brand.text')}</p>
      {failure && <Notice failure={failure} onRetry={refetch} />}
      {value && <BrandForm brand={value} />}
    </Section>
  )
}

function BrandForm({ brand }: { brand: ReportBrand }) {
  const { t } = useTranslation('clientReport')
  const { mutate, failure, isPending } = useMutation()
  const [name, setName] = useState(brand.name)
  const [accent, setAccent] = useState(brand.accent)
  const keep = (change: BrandChange) => void mutate(() => call.reports.changeBrand(change))
  const keepName = () => {
    const plain = coverText(name, { isOneLine: true }).trim()
    if (plain !== brand.name) keep({ name: plain })
  }
  const keepAccent = () => {
    const lower = accent.toLowerCase()
    if (/^#[0-9a-f]{6}$/.test(lower) && lower !== brand.accent) keep({ accent: lower })
  }
  useCommitOnLeave(() => {
    keepName()
    keepAccent()
  })
  return (
    <>
      <Group gap={12} align="flex-start">
        <TextInput
          flex="1 1 260px"
          label={t('brand.name')}
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onBlur={keepName}
          onKeyDown={({ key }) => key === 'Enter' && keepName()}
        />
        <TextInput
          w={120}
          type="color"
          label={t('brand.accent')}
          value={accent}
          onChange={({ currentTarget }) => setAccent(currentTarget.value)}
          onBlur={keepAccent}
        />
      </Group>
      <Flex gap={12} align="center">
        {brand.logo && <img src={brand.logo} alt={t('brand.logo')} className={classes.logo} />}
        <Group gap={8}>
          <Button loading={isPending} onClick={() => void mutate(() => call.reports.chooseLogo())}>
            {t('brand.choose')}
          </Button>
          {brand.logo && <Button onClick={() => keep({ logo: null })}>{t('brand.remove')}</Button>}
        </Group>
      </Flex>
      <p className={kit.quiet}>{t('brand.hint')}</p>
      {failure && <Notice failure={failure} />}
    </>
  )
}
