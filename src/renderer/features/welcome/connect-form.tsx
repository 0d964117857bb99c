import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Account } from '../../../shared/model/desk.ts'
import { useAttempt } from '../../attempt.ts'
import { call } from '../../bridge.ts'
import { Notice } from '../../ui/notice.tsx'
import { ZoneSelect } from '../../ui/zone-select.tsx'
import { useView } from '../../view.ts'
import { isSafeAddress } from './address.ts'
import classes from './welcome.module.css'

interface ConnectFormProps {
  onConnected: (account: Account) => Promise<void>
}

type Field = 'name' | 'base_url' | 'analytics_key'
type Faults = Partial<Record<Field, string>>

/** Asks for what a connection needs. The key is never state here: its field alone holds it. */
export function ConnectForm({ onConnected }: ConnectFormProps) {
  const { t } = useTranslation('welcome')
  const systemZone = useView(({ info }) => info.zone)
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [zone, setZone] = useState(systemZone)
  const [faults, setFaults] = useState<Faults>({})
  const key = useRef<HTMLInputElement>(null)
  const { attempt, failure, isUnderWay } = useAttempt()

  const connect = async () => {
    const account = await call.accounts.connect({
      name: name.trim(),
      timezone: zone,
      base_url: address.trim(),
      analytics_key: key.current?.value.trim() ?? '',
    })
    if (key.current) key.current.value = ''
    await onConnected(account)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found: Faults = {
      ...(name.trim() ? {} : { name: t('connect.needed') }),
      ...(isSafeAddress(address) ? {} : { base_url: t('connect.notAddress') }),
      ...(key.current?.value.trim() ? {} : { analytics_key: t('connect.needed') }),
    }
    setFaults(found)
    if (Object.keys(found).length === 0) void attempt(connect)
  }
  const fault = (field: Field) => faults[field] ?? faultOf(failure, field)

  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{t('connect.title')}</h2>
      <p className={classes.cardText}>{t('connect.text')}</p>
      <form className={classes.form} noValidate onSubmit={submit}>
        <TextInput
          label={t('connect.name')}
          placeholder={t('connect.namePlaceholder')}
          maxLength={80}
          value={name}
          error={fault('name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={t('connect.address')}
          description={t('connect.addressHint')}
          type="url"
          maxLength={500}
          value={address}
          error={fault('base_url')}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <PasswordInput
          ref={key}
          label={t('connect.key')}
          description={t('connect.keyHint')}
          maxLength={4096}
          autoComplete="off"
          error={fault('analytics_key')}
          visibilityToggleButtonProps={{ 'aria-label': t('connect.showKey'), tabIndex: 0 }}
        />
        <ZoneSelect
          label={t('connect.zone')}
          description={t('connect.zoneHint')}
          value={zone}
          onChange={setZone}
        />
        {failure && <Notice failure={failure} />}
        <div>
          <Button type="submit" loading={isUnderWay}>
            {t('connect.button')}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** What main found wrong with one field. */
function faultOf(failure: Failure | null, field: Field): string | undefined {
  if (failure?.kind !== 'invalid') return undefined
  return failure.fields.find(({ path }) => path === field)?.message
}
