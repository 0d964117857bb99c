import { Box, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type FormEvent, type ReactNode, type Ref, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressFault } from '../../../shared/address.ts'
import type { Failure } from '../../../shared/failure.ts'
import { type Account, LONGEST_NAME } from '../../../shared/features/accounts/account.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Column } from '../../ui/column.tsx'
import { KeyNotice } from '../../ui/notice.tsx'
import { ZoneSelect } from '../../ui/zone-select.tsx'
import { useView } from '../../view.ts'
import classes from './welcome.module.css'

type Field = 'name' | 'base_url' | 'analytics_key' | 'api_base_url' | 'video_token'
type Faults = Partial<Record<Field, string>>

interface ConnectFormProps {
  /** Called when the form is sent; what it returns is called with the account. */
  onConnect: () => (account: Account) => Promise<void>
}

/** The form to connect an account. A key is never React state: only its input field holds it. */
export function ConnectForm({ onConnect }: ConnectFormProps) {
  const { t } = useTranslation('welcome')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [videoAddress, setVideoAddress] = useState('')
  const [zone, setZone] = useState(useView.getState().info.zone)
  const [faults, setFaults] = useState<Faults>({})
  const key = useRef<HTMLInputElement>(null)
  const token = useRef<HTMLInputElement>(null)
  const { mutate, failure, isPending } = useMutation()
  const [isChanged, setIsChanged] = useState(false)

  const connect = async (mustAnswer: boolean) => {
    const onConnected = onConnect()
    const typed = { name, address, videoAddress, key: typedIn(key), token: typedIn(token) }
    const taken = useView.getState().info.accounts.map((one) => one.name)
    const request = { ...requestOf(typed, taken), timezone: zone, mustAnswer }
    const account = await call.accounts.connect(request)
    emptied(key, token)
    await onConnected(account)
  }
  const submit = (mustAnswer: boolean) => {
    const found: Faults = {
      ...ownFaults({ address, key: typedIn(key) }, t),
      ...videoFaults({ address: videoAddress.trim(), token: typedIn(token) }, t),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    setIsChanged(false)
    void mutate(() => connect(mustAnswer))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit(true)
  }
  const fault = (field: Field) => faults[field] ?? faultOf(failure, field)

  return (
    <Column component="section" gap={12} p={24} className={classes.card}>
      <Box component="h2" fz="lg" fw={600} lh={1.35}>
        {t('connect.title')}
      </Box>
      <p className={classes.cardText}>{t('connect.text')}</p>
      <Column
        component="form"
        gap={12}
        className={classes.form}
        noValidate
        onInput={() => setIsChanged(true)}
        onSubmit={onSubmit}
      >
        <PasswordInput
          ref={key}
          label={t('connect.key')}
          description={t('connect.keyHint')}
          maxLength={4096}
          autoComplete="off"
          error={fault('analytics_key')}
          visibilityToggleButtonProps={{ 'aria-label': t('connect.showKey'), tabIndex: 0 }}
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
        <More>
          <Details {...{ name, zone }} onName={setName} onZone={setZone} fault={fault('name')} />
          <VideoFields
            address={videoAddress}
            onAddress={setVideoAddress}
            tokenRef={token}
            addressFault={fault('api_base_url')}
            tokenFault={fault('video_token')}
          />
        </More>
        {failure && (
          <KeyNotice failure={failure} onKeep={isChanged ? undefined : () => submit(false)} />
        )}
        <Submit isPending={isPending} />
      </Column>
      <After />
    </Column>
  )
}

function Submit({ isPending }: { isPending: boolean }) {
  const { t } = useTranslation('welcome')
  return (
    <div>
      <Button
        type="submit"
        loading={isPending}
        rightSection={<IconArrowRight size={15} aria-hidden />}
      >
        {t('connect.button')}
      </Button>
    </div>
  )
}

interface Typed {
  name: string
  address: string
  videoAddress: string
  key: string
  token: string
}

/** Without a name the account has that of its service's computer. `taken` are the names of the others. */
export const requestOf = (
  { name, address, videoAddress, key, token }: Typed,
  taken: readonly string[],
) => ({
  name: name.trim() || numbered(new URL(address.trim()).hostname, taken),
  base_url: address.trim(),
  analytics_key: key,
  api_base_url: videoAddress.trim() || null,
  video_token: token || null,
})

function numbered(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` ${number}`
    const one = name.slice(0, LONGEST_NAME - end.length) + end
    if (!taken.includes(one)) return one
  }
}

/** Fields that have a good default, or can be filled in later. */
function More({ children }: { children: ReactNode }) {
  const { t } = useTranslation('welcome')
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return children
  return (
    <div>
      <Button variant="subtle" size="compact-xs" px={0} onClick={() => setIsOpen(true)}>
        {t('connect.more')}
      </Button>
    </div>
  )
}

interface OwnProps {
  name: string
  zone: string
  fault: string | undefined
  onName: (name: string) => void
  onZone: (zone: string) => void
}

/** The account's name here, and the zone of its days. */
function Details({ name, zone, fault, onName, onZone }: OwnProps) {
  const { t } = useTranslation('welcome')
  return (
    <>
      <TextInput
        label={t('connect.name')}
        maxLength={LONGEST_NAME}
        value={name}
        error={fault}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      <ZoneSelect
        label={t('connect.zone')}
        description={t('connect.zoneHint')}
        value={zone}
        onChange={onZone}
      />
    </>
  )
}

const STEPS = ['name', 'download', 'token'] as const

function After() {
  const { t } = useTranslation('welcome')
  return (
    <div className={classes.after}>
      <p>{t('connect.after')}</p>
      <ol>
        {STEPS.map((step) => (
          <li key={step}>{t(`connect.steps.${step}`)}</li>
        ))}
      </ol>
    </div>
  )
}

function emptied(...fields: RefObject<HTMLInputElement | null>[]) {
  for (const field of fields) if (field.current) field.current.value = ''
}

const typedIn = (field: RefObject<HTMLInputElement | null>) => field.current?.value.trim() ?? ''

function ownFaults(
  { address, key }: { address: string; key: string },
  t: TFunction<'welcome'>,
): Faults {
  const fault = addressFault(address)
  return {
    ...(fault && { base_url: t(`connect.${fault.text}`, { mark: fault.mark }) }),
    ...(key ? {} : { analytics_key: t('connect.keyNeeded') }),
  }
}

/** Both the address and the token of the video management service, or neither. */
function videoFaults(
  { address, token }: { address: string; token: string },
  t: TFunction<'welcome'>,
): Faults {
  if (!address && !token) return {}
  const fault = addressFault(address)
  return {
    ...(fault && { api_base_url: t(`connect.${fault.text}`, { mark: fault.mark }) }),
    ...(token ? {} : { video_token: t('connect.tokenNeeded') }),
  }
}

/** The problems that main found with a field. */
function faultOf(failure: Failure | null, field: Field): string | undefined {
  if (failure?.kind !== 'invalid') return undefined
  return failure.fields.find(({ path }) => path === field)?.message
}

interface VideoFieldsProps {
  address: string
  onAddress: (address: string) => void
  tokenRef: Ref<HTMLInputElement>
  addressFault: string | undefined
  tokenFault: string | undefined
}

/** The video management service: optional until the user wants to edit videos. */
function VideoFields({ tokenRef, ...props }: VideoFieldsProps) {
  const { t } = useTranslation('welcome')
  return (
    <>
      <TextInput
        label={t('connect.videoAddress')}
        description={t('connect.videoAddressHint')}
        type="url"
        maxLength={500}
        value={props.address}
        error={props.addressFault}
        onChange={({ currentTarget }) => props.onAddress(currentTarget.value)}
      />
      <PasswordInput
        ref={tokenRef}
        label={t('connect.token')}
        description={t('connect.tokenHint')}
        maxLength={4096}
        autoComplete="off"
        error={props.tokenFault}
        visibilityToggleButtonProps={{ 'aria-label': t('connect.showKey'), tabIndex: 0 }}
      />
    </>
  )
}
