import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressFault } from '../../../shared/address.ts'
import { type Failure, mayStoreKeyUntested } from '../../../shared/failure.ts'
import { useMutation } from '../../mutation.ts'
import { Column } from '../../ui/column.tsx'
import { KeyNotice } from '../../ui/notice.tsx'

interface TypedKey {
  address: string
  secret: string
  /** False stores the secret without a test. */
  mustAnswer: boolean
  /** True stores the secret although it seems to be another company's. */
  mayBeOtherCompany: boolean
}

interface KeyFormProps {
  /** The address as it is now. */
  address: string
  texts: {
    address: string
    addressHint: string
    secret: string
    secretHint?: string
    /** Shown when no secret was entered. */
    needed: string
    use: string
  }
  startsAt: 'address' | 'secret'
  onUse: (typed: TypedKey) => Promise<void>
  onClose: () => void
}

/** The form for a service's address and its secret, which is kept only in its field. */
export function KeyForm({ texts, startsAt, onUse, onClose, ...now }: KeyFormProps) {
  const { t } = useTranslation('settings')
  const [address, setAddress] = useState(now.address)
  const [faults, setFaults] = useState<{ address?: string; secret?: string }>({})
  const secret = useRef<HTMLInputElement>(null)
  const { mutate, failure, isPending } = useMutation()
  const [isChanged, setIsChanged] = useState(false)
  /** `past` is the failure despite which the secret is to be stored. */
  const submit = (past?: Failure) => {
    const typed = secret.current?.value.trim() ?? ''
    const fault = addressFault(address)
    const found = {
      ...(fault && { address: t(`videos.${fault.text}`, { mark: fault.mark }) }),
      ...(typed ? {} : { secret: texts.needed }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    setIsChanged(false)
    void mutate(async () => {
      await onUse({
        address: address.trim(),
        secret: typed,
        mustAnswer: past === undefined || !mayStoreKeyUntested(past),
        mayBeOtherCompany: past?.kind === 'other-company',
      })
      if (secret.current) secret.current.value = ''
    })
  }
  return (
    <Column
      component="form"
      gap={14}
      noValidate
      onInput={() => setIsChanged(true)}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        data-autofocus={startsAt === 'address' || undefined}
        label={texts.address}
        description={texts.addressHint}
        type="url"
        maxLength={500}
        value={address}
        error={faults.address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <PasswordInput
        ref={secret}
        data-autofocus={startsAt === 'secret' || undefined}
        label={texts.secret}
        description={texts.secretHint}
        maxLength={4096}
        autoComplete="off"
        error={faults.secret}
        visibilityToggleButtonProps={{ 'aria-label': t('accounts.showKey'), tabIndex: 0 }}
      />
      {failure && (
        <KeyNotice failure={failure} onKeep={isChanged ? undefined : () => submit(failure)} />
      )}
      <KeyButtons use={texts.use} {...{ isPending, onClose }} />
    </Column>
  )
}

interface KeyButtonsProps {
  use: string
  isPending: boolean
  onClose: () => void
}

export function KeyButtons({ use, isPending, onClose }: KeyButtonsProps) {
  const { t } = useTranslation('settings')
  return (
    <Group gap={8}>
      <Button variant="filled" type="submit" loading={isPending}>
        {use}
      </Button>
      {/* Closing the form would not keep main from replacing the key. */}
      <Button disabled={isPending} onClick={onClose}>
        {t('accounts.cancel')}
      </Button>
    </Group>
  )
}
