import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconDatabaseExport } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areDays, type Period } from '../../../shared/time/period.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Column } from '../../ui/column.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { useView } from '../../view.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'

const ALL_ACCOUNTS = ''

/** Exports the stored days as Parquet. Progress and result appear in the window's list of exports. */
export function Ledger() {
  const { t } = useTranslation('settings')
  const { language } = useFormat()
  const { accounts } = useView(({ info }) => info)
  const [account_id, setAccount] = useState(ALL_ACCOUNTS)
  const [days, setDays] = useState<Period | null>(null)
  const { mutate, failure, isPending } = useMutation()
  if (accounts.length === 0) return null
  const isWrong = days !== null && !areDays(days)
  const chosen = accounts.some(({ id }) => id === account_id) ? account_id : ALL_ACCOUNTS
  const start = () =>
    void mutate(() =>
      call.ledger.start({
        account_ids: chosen === ALL_ACCOUNTS ? null : [chosen],
        period: days,
        language,
      }),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) start()
  }
  return (
    <Section part="ledger" title={t('ledger.title')}>
      <p className={classes.text}>{t('ledger.text')}</p>
      <Column component="form" gap={14} noValidate onSubmit={submit}>
        <div className={classes.pair}>
          <NativeSelect
            label={t('ledger.account')}
            value={chosen}
            data={[
              { value: ALL_ACCOUNTS, label: t('ledger.allAccounts') },
              ...accounts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget }) => setAccount(currentTarget.value)}
          />
          <NativeSelect
            label={t('ledger.days')}
            value={days ? 'some' : 'all'}
            data={[
              { value: 'all', label: t('ledger.allDays') },
              { value: 'some', label: t('ledger.someDays') },
            ]}
            onChange={({ currentTarget }) =>
              setDays(currentTarget.value === 'some' ? { start: '', end: '' } : null)
            }
          />
        </div>
        {days && <Days days={days} isWrong={isWrong} onChange={setDays} />}
        {failure && <Notice failure={failure} onRetry={start} />}
        <Group gap={8}>
          <Button
            type="submit"
            leftSection={<IconDatabaseExport size={15} aria-hidden />}
            loading={isPending}
            disabled={isWrong}
          >
            {t('ledger.write')}
          </Button>
        </Group>
      </Column>
    </Section>
  )
}

interface DaysProps {
  days: Period
  isWrong: boolean
  onChange: (days: Period) => void
}

function Days({ days, isWrong, onChange }: DaysProps) {
  const { t } = useTranslation('settings')
  const isTyped = days.start !== '' && days.end !== ''
  return (
    <div className={classes.pair}>
      <TextInput
        type="date"
        label={t('ledger.from')}
        value={days.start}
        onChange={({ currentTarget }) => onChange({ ...days, start: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('ledger.to')}
        value={days.end}
        error={isTyped && isWrong ? t('ledger.notDays') : null}
        onChange={({ currentTarget }) => onChange({ ...days, end: currentTarget.value })}
      />
    </div>
  )
}
